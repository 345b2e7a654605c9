import { isObject } from '@skillwright/contract'
import { everywhere, type Rule } from './rule.ts'

const MEGABYTE = 1_000_000

/** What belongs into a package, and how big it may be. */
export const PACKAGE_RULES: readonly Rule[] = [
  {
    id: 'skill/crlf',
    severity: everywhere('info'),
    summary: 'A text file has Windows line ends.',
    why: 'A script with them does not start on Linux, and every comparison of versions shows the whole file.',
    fix: 'Save it with plain line ends.',
    fixable: true,
    check({ files }, report) {
      for (const [file, bytes] of files)
        if (isText(file) && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes('\r\n'))
          report({ file, line: 1 }, `${file} has Windows line ends`)
    },
  },
  {
    id: 'skill/license-file',
    severity: { standard: 'warning' },
    summary: 'There is no LICENSE file.',
    why: 'Without its text users have no right to use, change or share the skill, whatever the license field says.',
    fix: 'Add LICENSE with the text of the licence.',
    check({ files, frontMatter }, report) {
      if (
        frontMatter.yaml !== '' &&
        ![...files.keys()].some((path) => /^(?:licen[cs]e|copying)(?:\.\w+)?$/i.test(path))
      )
        report({ file: 'LICENSE', line: 1 }, 'There is no LICENSE file')
    },
  },
  {
    id: 'skill/tests',
    severity: { standard: 'info' },
    summary: 'A skill with a script has neither tests nor examples that are run as tests.',
    why: 'Nothing shows that it does what it says, and the hub cannot verify it.',
    fix: 'Add tests/ or prompts/examples/*.json with input and output.',
    check({ skill }, report) {
      if (skill.entry && !skill.files.some((path) => /^(?:tests?|prompts\/examples)\//.test(path)))
        report({ file: skill.entry.path, line: 1 }, `${skill.entry.path} has no tests`)
    },
  },
  {
    id: 'skill/entry-unclear',
    severity: { standard: 'warning' },
    summary: 'There are several scripts under tools/, and none is named as the entry.',
    why: 'The skill cannot be run: which of them runs it is a guess.',
    fix: 'Name it in skill.json: "entry": "tools/main_tool.py".',
    check({ skill }, report) {
      const scripts = skill.files.filter(
        (path) => /^tools\/[^/]+\.(?:py|[mc]?[jt]s|sh)$/.test(path) && !/\/__init__\.py$/.test(path),
      )
      if (skill.entry === undefined && scripts.length > 1)
        report({ file: 'skill.json', line: 1 }, `None of ${scripts.slice(0, 5).join(', ')} is named as the entry`)
    },
  },
  {
    id: 'skill/requirements-pinned',
    severity: { standard: 'warning' },
    summary: 'A dependency is not pinned to a version.',
    why: 'The skill that was checked today is another one tomorrow.',
    fix: 'Pin it: requests==2.32.3 in requirements.txt, an exact or caret version in package.json.',
    check({ files, text, inJson }, report) {
      for (const [i, line] of text('requirements.txt').split('\n').entries()) {
        // A longer line names nothing, and would keep the expression busy.
        const name = line.length > 500 ? null : /^\s*([A-Za-z0-9][\w.-]*(?:\[[^\]]*\])?)\s*(.*?)\s*(?:#.*)?$/.exec(line)
        if (name && !/^(?:===?|@)/.test(name[2] ?? ''))
          report({ file: 'requirements.txt', line: i + 1 }, `${name[1]} is not pinned`, `Write ${name[1]}==…`)
      }
      if (!files.has('package.json')) return
      for (const [name, range] of Object.entries(dependenciesOf(text('package.json'))))
        if (typeof range === 'string' && /^(?:\*|x|latest|next|>=?.*|)$/.test(range.trim()))
          report(
            inJson('package.json', `/dependencies/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`),
            `${name} is not pinned: ${range || '(empty)'}`,
          )
    },
  },
  {
    id: 'skill/bundle-size',
    severity: { clawhub: 'error', hermes: 'warning' },
    summary:
      'The package is larger than the hub takes: 50 MB for ClawHub; 50 files, 256 KB a file and 5 MB for Hermes.',
    why: 'It cannot be published, or is flagged when it is installed.',
    fix: 'Ship less: move data to where it can be fetched, and leave tests of other languages out.',
    check({ files, profile }, report) {
      const total = [...files.values()].reduce((sum, bytes) => sum + bytes.length, 0)
      const limit = (profile === 'clawhub' ? 50 : 5) * MEGABYTE
      if (total > limit) report({ file: '.' }, `The package has ${total} bytes, at most ${limit} are taken`)
      if (profile !== 'hermes') return
      if (files.size > 50) report({ file: '.' }, `The package has ${files.size} files, Hermes takes 50`)
      for (const [file, bytes] of files)
        if (bytes.length > 256_000) report({ file }, `${file} has ${bytes.length} bytes, Hermes takes 256,000 a file`)
    },
  },
  {
    id: 'skill/hidden-files',
    severity: { clawhub: 'warning' },
    summary: 'The package holds hidden files.',
    why: 'ClawHub leaves them out: the skill that is installed lacks them.',
    fix: 'Rename the file, or list it in .clawhubignore.',
    check({ files }, report) {
      const hidden = [...files.keys()].filter(
        (path) => /(?:^|\/)\./.test(path) && !/^\.(?:clawhub|git)ignore$/.test(path),
      )
      for (const file of hidden) report({ file }, `${file} is hidden, and left out when the skill is published`)
    },
  },
]

function isText(path: string): boolean {
  return /\.(?:md|txt|json|ya?ml|toml|py|[mc]?[jt]s|sh|bash)$/i.test(path) || /(?:^|\/)LICENSE$/.test(path)
}

function dependenciesOf(text: string): Record<string, unknown> {
  try {
    const manifest: unknown = JSON.parse(text)
    return isObject(manifest) && isObject(manifest.dependencies) ? manifest.dependencies : {}
  } catch {
    return {}
  }
}
