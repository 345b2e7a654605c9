import type { Family, Rule } from './rule.ts'

const note = (family: Family, weight: number, what: string, why: string, fix: string): Rule => ({
  family,
  effect: 'note',
  weight,
  what,
  why,
  fix,
})

/** Rules that only add up with others. */
export const NOTE_RULES = {
  'scan/vendor-installer': note(
    'execution',
    1,
    'pipes the installer of a well-known maker into a shell',
    'It is what the maker documents, and still runs whatever the host serves.',
    'Prefer a package manager.',
  ),
  'scan/quoted-attack': note(
    'execution',
    0,
    'shows an attack as an example of what to avoid',
    'A guide may quote it; it is listed so that a reviewer can look.',
    'Nothing, if it is a quotation.',
  ),
  'scan/concealment': note(
    'concealment',
    2,
    'asks the agent to leave something unsaid',
    'Mostly style; together with other findings it counts.',
    'Say why, or remove it.',
  ),
  'scan/unpinned-run': note(
    'delivery',
    1,
    'runs the newest version of a package without asking',
    'Tomorrow it may be another program.',
    'Pin the version.',
  ),
  'scan/dangling-script': note(
    'identity',
    2,
    'tells the agent to run a script that is not in the package',
    'Copies of good skills often lack their scripts; an attacker may supply one.',
    'Add the script or remove the line.',
  ),
  'scan/start-up-change': note(
    'intent',
    1,
    'changes a start-up file or installs a service, as its purpose says',
    'It lasts beyond the skill.',
    'Tell the user.',
  ),
  'scan/system-report': note(
    'theft',
    2,
    'sends facts about the machine to a host without visible relation',
    'Telemetry, or the first step of an attack.',
    'Say it in the description.',
  ),
  'scan/settings-read': note(
    'theft',
    2,
    'reads the settings of the agent',
    'They hold the keys of other skills and services too.',
    'Read the one key that is needed from an environment variable.',
  ),
  'scan/build-step': note(
    'delivery',
    2,
    'installs its dependencies or runs a script of its own when it is installed',
    'It runs before the skill is used.',
    'Move it into a documented command.',
  ),
  'scan/unused-secret': note(
    'theft',
    2,
    'requires a secret that no code uses',
    'Either the text or the requirement is wrong.',
    'Remove the requirement.',
  ),
  'scan/plain-http': note(
    'delivery',
    1,
    'downloads over an unencrypted connection',
    'Every network on the path can change it.',
    'Use https.',
  ),
  'scan/unsafe-code': note(
    'package',
    0,
    'runs or queries text made from input',
    'A mistake, not malice: input can become a command.',
    'Pass arguments as a list; use parameters.',
  ),
  'scan/not-fully-scanned': note(
    'package',
    1,
    'was not read to the end',
    'It is larger or deeper than the scanner reads.',
    'Ship less, or readable source instead of bundles.',
  ),
} as const satisfies Record<`scan/${string}`, Rule>
