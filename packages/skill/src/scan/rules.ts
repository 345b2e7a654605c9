/** What a rule's finding does to the verdict. */
export type Effect = 'block' | 'review' | 'note'

/** What kind of evidence it is; only different kinds add up. */
export type Family = 'delivery' | 'execution' | 'theft' | 'concealment' | 'identity' | 'intent' | 'package'

/** One thing the scanner knows to look for. */
export interface Rule {
  readonly family: Family
  readonly effect: Effect
  /** How much it adds when several families speak: 0, 1, 2, 4 or 8. */
  readonly weight: number
  readonly what: string
  readonly why: string
  readonly fix: string
}

const block = (family: Family, what: string, why: string, fix: string): Rule => ({
  family,
  effect: 'block',
  weight: 8,
  what,
  why,
  fix,
})
const review = (family: Family, what: string, why: string, fix: string): Rule => ({
  family,
  effect: 'review',
  weight: 4,
  what,
  why,
  fix,
})
const note = (family: Family, weight: number, what: string, why: string, fix: string): Rule => ({
  family,
  effect: 'note',
  weight,
  what,
  why,
  fix,
})

/** Every rule by its id. docs/scan.md lists the same ones. */
export const RULES = {
  'scan/decoded-command': block(
    'execution',
    'decodes a hidden text and runs it',
    'What runs cannot be read by the person who agrees to it; honest commands are written in clear.',
    'Write the command in clear, or ship the script as a file.',
  ),
  'scan/remote-code': block(
    'execution',
    'runs code fetched from a host that has nothing to do with the skill',
    'Whoever controls that host controls the machine, today and after every change there.',
    'Ship the code in the package, or install a named, pinned package from its registry.',
  ),
  'scan/hidden-file-run': block(
    'execution',
    'runs a hidden file in a temporary folder that the package does not make',
    'Somebody else put that file there: it is the second half of an attack.',
    'Run only files of the package.',
  ),
  'scan/reverse-shell': block(
    'execution',
    'hands a shell of this machine to the network',
    'A stranger can then type commands here.',
    'Remove it.',
  ),
  'scan/miner': block(
    'execution',
    'mines cryptocurrency',
    'It spends the machine of whoever installs the skill for somebody else.',
    'Remove it.',
  ),
  'scan/password-archive': block(
    'delivery',
    'asks to unpack an archive with a password and run what is in it',
    'The password is there so that no scanner can look inside.',
    'Link the plain release of the tool at its own project.',
  ),
  'scan/fake-prerequisite': block(
    'delivery',
    'demands a helper from a stranger that nothing in the skill uses',
    'This is how most malicious skills deliver their payload: nothing works, it says, before you run this.',
    'Name the tool the skill really calls, in its requirements, from its own project or registry.',
  ),
  'scan/remote-instructions': block(
    'delivery',
    'tells the reader to run whatever a remote page says',
    'The page can change after every review; nothing in the package shows what will run.',
    'Write the commands into the skill.',
  ),
  'scan/poisoned-index': block(
    'delivery',
    'installs packages from an address that is unencrypted or has no name',
    'Anybody on the way, or behind that address, chooses what gets installed.',
    'Use the public registry or a named https index.',
  ),
  'scan/secret-exfiltration': block(
    'theft',
    'sends credentials or the whole environment to a host that has nothing to do with the skill',
    'That is how keys are stolen.',
    'Send one named key, to the service it belongs to.',
  ),
  'scan/secret-to-capture': block(
    'theft',
    'sends a secret to a service that records requests, to a bare address or a hidden one, or encodes it for a stranger first',
    'No honest service takes keys that way.',
    'Send keys only to the service they belong to, under its written name.',
  ),
  'scan/dns-tunnel': block(
    'theft',
    'puts data into the name of a DNS lookup',
    'Data leaves this way past every firewall; nothing else is served by it.',
    'Remove it.',
  ),
  'scan/instructed-exfiltration': block(
    'theft',
    'instructs the agent to send secrets or conversations to an address',
    'The agent has the keys and the conversation; the instruction makes it the thief.',
    'Remove the instruction.',
  ),
  'scan/rerouted-agent': block(
    'theft',
    'sends the traffic of the agent through a host that is not its maker',
    'Everything said to the model, keys included, passes through that host.',
    'Leave the address of the model service alone.',
  ),
  'scan/override-and-conceal': block(
    'concealment',
    'tells the agent to drop its rules and to keep that from the user',
    'Neither is ever needed for honest work.',
    'Remove both sentences.',
  ),
  'scan/hidden-instructions': block(
    'concealment',
    'holds instructions in characters or comments that a reader does not see',
    'The agent reads them, the person who agreed to the skill does not.',
    'Write it where people can read it, or remove it.',
  ),
  'scan/active-asset': block(
    'concealment',
    'has a picture or page that runs a script and sends data away',
    'It attacks whoever looks at the package in a browser.',
    'Ship pictures without scripts.',
  ),
  'scan/log-wiping': block(
    'concealment',
    'deletes system logs, audit trails or histories',
    'It removes the traces of what was done.',
    'Leave logs alone; delete only what the skill made.',
  ),
  'scan/hidden-persistence': block(
    'intent',
    'makes fetched or decoded code start by itself again and again',
    'It stays on the machine after the skill is gone.',
    'Remove it.',
  ),
  'scan/loosened-permissions': block(
    'intent',
    'opens system files to everybody or hands out root rights',
    'Every other program on the machine gains from it.',
    'Change only files the skill made.',
  ),
  'scan/destructive': block(
    'intent',
    'deletes a home folder, a system folder or a disk',
    'It cannot be undone.',
    'Name the exact folder the skill made.',
  ),

  'scan/remote-installer': review(
    'execution',
    'pipes an installer from the network into a shell',
    'The host can serve anything at any time; a reviewer has to judge whether it is the maker of the tool.',
    'Install from a package registry with a pinned version.',
  ),
  'scan/encoded-text': review(
    'concealment',
    'holds an encoded text that decodes to a command or address',
    'Commands are encoded to get past readers.',
    'Write it in clear.',
  ),
  'scan/obfuscated-code': review(
    'concealment',
    'runs decoded text that cannot be read without running it',
    'What it does is unknown.',
    'Ship readable source.',
  ),
  'scan/remote-shell': review(
    'execution',
    'opens a shell over the network, in a skill about security testing',
    'In the wrong hands, or against the wrong machine, it is an attack.',
    'Say in the description what it is for, and keep the addresses placeholders.',
  ),
  'scan/unknown-helper': review(
    'delivery',
    'asks to download a program from a place that is not known to be its maker',
    'The file may be anything.',
    'Link the project of the tool, and name it in the requirements.',
  ),
  'scan/shell-install': review(
    'delivery',
    'has an install entry that runs shell commands',
    'It runs before anybody has used the skill.',
    'Use a package manager entry.',
  ),
  'scan/lifecycle-hook': review(
    'delivery',
    'has a package hook that runs during installation',
    'It runs on install, before anybody has used the skill.',
    'Move it into a documented command.',
  ),
  'scan/dependency-source': review(
    'delivery',
    'takes dependencies from an unusual place',
    'A private index or a repository can replace any package.',
    'Use the public registry and pin versions.',
  ),
  'scan/lookalike-package': review(
    'identity',
    'installs a package whose name is one letter from a well-known one',
    'Such names are taken by people who hope for typing errors.',
    'Check the name.',
  ),
  'scan/unpinned-package': review(
    'delivery',
    'runs the newest version of a package that the skill is not about, without asking',
    'Whoever owns that name runs code on the machine.',
    'Name the package in the requirements and pin its version.',
  ),
  'scan/self-update': review(
    'delivery',
    'replaces its own files from the network',
    'What was reviewed is not what runs tomorrow.',
    'Let the package manager update it.',
  ),
  'scan/remote-guidance': review(
    'delivery',
    'tells the agent to fetch a remote text and follow it',
    'The text can say anything tomorrow.',
    'Put the text into the package.',
  ),
  'scan/unread-code': review(
    'package',
    'has code that was not read to the end',
    'It is larger, denser or more tangled than the scanner reads; anything may stand there.',
    'Ship readable source, in smaller files.',
  ),
  'scan/bundled-binary': review(
    'package',
    'ships a compiled program',
    'Nobody can read what it does.',
    'Ship the source, or name the released tool.',
  ),
  'scan/secret-to-stranger': review(
    'theft',
    'sends a named secret to a host without visible relation to it',
    'It may be the right service under another name; a reviewer has to look.',
    'Name the service in the description or in permissions.network.',
  ),
  'scan/many-secrets': review(
    'theft',
    'collects secrets of several unrelated services',
    'A skill needs the keys of the service it is about.',
    'Read only the keys it needs, and say so.',
  ),
  'scan/credential-read': review(
    'theft',
    'reads credential files of other programs',
    'They belong to ssh, a browser, a wallet, a cloud: not to the skill.',
    'Ask for one named key instead.',
  ),
  'scan/asks-for-key': review(
    'theft',
    'asks for a private key or seed phrase',
    'Whoever has it owns the wallet.',
    'Let a wallet program sign; never take the key.',
  ),
  'scan/override': review(
    'concealment',
    'tells the agent to drop its rules or its questions',
    'The rules protect the user.',
    'Remove the sentence.',
  ),
  'scan/concealed-action': review(
    'concealment',
    'tells the agent to do something without telling the user',
    'What the user may not know is seldom in his favour.',
    'Tell the user.',
  ),
  'scan/hidden-text': review(
    'concealment',
    'holds invisible or direction-changing characters',
    'What people see is not what the agent or the interpreter reads.',
    'Remove the characters.',
  ),
  'scan/invisible-output': review(
    'concealment',
    'writes invisible characters into its output',
    'They mark or steer other readers unseen.',
    'Remove it.',
  ),
  'scan/active-content': review(
    'concealment',
    'has a picture or page with a script',
    'It runs in the browser of whoever looks at the package.',
    'Ship pictures without scripts.',
  ),
  'scan/weakened-protection': review(
    'intent',
    'turns off a protection of the machine',
    'The next attack needs no trick.',
    'Leave protections on.',
  ),
  'scan/log-cleanup': review(
    'intent',
    'deletes logs as part of a clean-up',
    'Traces of an attack may go with them.',
    'Name exactly which files, and ask first.',
  ),
  'scan/persistence': review(
    'intent',
    'installs something that starts by itself later',
    'It goes on after the skill is done.',
    'Say it in the description and let the user set it up.',
  ),
  'scan/agent-instructions': review(
    'intent',
    'changes the instructions or settings of the agent',
    'Every later conversation is changed by it.',
    'Tell the user what to add, and let the user add it.',
  ),
  'scan/dangerous-delete': review(
    'intent',
    'shows or runs a delete of a whole home or system folder',
    'One wrong variable and everything is gone.',
    'Name the exact folder the skill made.',
  ),
  'scan/hostile-agent': review(
    'intent',
    'describes manipulating people or taking over other agents',
    'It says itself that it works against others.',
    'Remove it.',
  ),
  'scan/lookalike-name': review(
    'identity',
    'has a name one letter away from a well-known one',
    'People install it by mistake.',
    'Choose a name of its own.',
  ),
  'scan/lookalike-link': review(
    'identity',
    'links to a host that imitates a well-known one',
    'The link is bait.',
    'Link the real site.',
  ),
  'scan/undeclared-network': review(
    'intent',
    'talks to a host it does not declare',
    'The declared permissions are what the user agreed to.',
    'Add the host to permissions.network, or remove the request.',
  ),
  'scan/undeclared-program': review(
    'intent',
    'starts a program it does not declare',
    'The declared permissions are what the user agreed to.',
    'Add it to permissions.programs, or remove it.',
  ),
  'scan/undeclared-env': review(
    'intent',
    'reads an environment variable it does not declare',
    'The declared permissions are what the user agreed to.',
    'Add it to permissions.env, or remove it.',
  ),
  'scan/undeclared-files': review(
    'intent',
    'reads or writes files it does not declare',
    'The declared permissions are what the user agreed to.',
    'Add the path to permissions.read or permissions.write, or remove it.',
  ),
  'scan/link-out': review(
    'package',
    'holds a link to a file elsewhere',
    'It leads out of the package, to whatever is there on the machine of the user.',
    'Put a copy of the file in its place.',
  ),
  'scan/unreadable': review(
    'package',
    'holds something that could not be read',
    'What is not read is not checked.',
    'Remove it or make it readable.',
  ),

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
    'Anybody on the way can change it.',
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

/** The id of a rule. */
export type RuleId = keyof typeof RULES
