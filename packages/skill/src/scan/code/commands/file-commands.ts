import { note, readPath, writePath } from '../effects.ts'
import { firstText, markedValue, marksOf, mergeMarks, textValue, UNKNOWN, type Value } from '../value.ts'
import {
  type Commands,
  contentOf,
  hasOption,
  named,
  operands,
  optionValue,
  type ShellCall,
  words,
} from './shell-call.ts'

/** Names of files that are searched for because of what they hold. */
const SECRET_NAME =
  /^[*.\w]+\.(?:pem|key|kdbx|env|wallet|tfstate|tfvars)$|^(?:id_[\w*]+|\.env|\.netrc|\.npmrc|\.git-credentials|wallet\.dat|credentials\.tfrc\.json)\*?$/

/** Programs that copy, pack, unpack, delete files or change who may use them. */
export const FILE_COMMANDS: Commands = {
  // A name of its own for every place, so that what is put there is known when it is run.
  mktemp: (call) => textValue(`/tmp/mktemp-${call.place.line}`),
  ...named('cp mv ln install copy copy-item move-item', (call) => {
    const all = operands(call, ['-m', '-o', '-g', '-t'])
    const target = all.at(-1)
    if (target === undefined || all.length < 2) return UNKNOWN
    const mode = call.name === 'install' ? (firstText(optionValue(call, '-m', '--mode')) ?? '') : ''
    if (/^[4-7]\d{3}$/.test(mode))
      note(call.trace, call.place, 'mode', { targets: all.flatMap((arg) => arg.texts), what: mode })
    for (const source of all.slice(0, -1)) writePath(call.trace, call.place, target, contentOf(call, source), 'a copy')
    return UNKNOWN
  }),
  dd: (call) => {
    const part = (key: string): string | undefined =>
      words(call)
        .find((word) => word.startsWith(key))
        ?.slice(key.length)
    const from = part('if=')
    const to = part('of=')
    const data = from === undefined ? call.stdin : readPath(call.trace, call.place, textValue(from))
    if (to === undefined) return data
    if (/^\/dev\/(?:sd|nvme|disk|hd|vd)/.test(to))
      note(call.trace, call.place, 'delete', { targets: ['/'], what: 'overwriting a disk' })
    writePath(call.trace, call.place, textValue(to), data)
    return UNKNOWN
  },
  ...named('mkfs mkfs.ext4 mkfs.xfs wipefs fdisk', (call) => {
    if (call.name !== 'fdisk')
      note(call.trace, call.place, 'delete', {
        targets: words(call).some((word) => word.startsWith('/dev/')) ? ['/'] : [],
        what: call.name,
      })
    return UNKNOWN
  }),
  ...named('rm unlink shred srm rmdir del erase rd remove-item truncate wipe', (call) => {
    const targets = operands(call, ['-s', '-n']).flatMap((arg) => arg.texts)
    const isWhole = call.name !== 'rm' || hasOption(call, 'r') || hasOption(call, 'R') || hasOption(call, 'f')
    note(call.trace, call.place, 'delete', { targets, what: `${call.name}${isWhole ? ' -r' : ''}` })
    return UNKNOWN
  }),
  find: (call) => {
    const all = words(call)
    const roots = all
      .slice(
        0,
        Math.max(
          0,
          all.findIndex((word) => word.startsWith('-')),
        ),
      )
      .map((root) => textValue(root))
    const exec = all.findIndex((word) => /^-exec(?:dir)?$|^-ok$/.test(word))
    // By one name, and no pattern, only what is called so is found.
    const name = all[all.indexOf('-name') + 1] ?? ''
    const below =
      all.includes('-name') && /^[\w.-]+$/.test(name) && !all.some((word) => /^-(?:o|or)$/.test(word)) ? `/${name}` : ''
    const targets = roots.flatMap((root) => root.texts.map((text) => `${text}${below}`))
    if (all.includes('-delete')) note(call.trace, call.place, 'delete', { targets, what: 'find -delete' })
    const fileFound = all.find((word) => SECRET_NAME.test(word))
    const found = markedValue(
      ...roots.flatMap((root) => root.texts.map((text) => `file:${text}` as const)),
      ...all.filter((word) => SECRET_NAME.test(word)).map((word) => `file:${word}` as const),
    )
    if (exec >= 0)
      call.run(
        call.args
          .slice(exec + 1)
          .map((arg) => {
            const word = firstText(arg)
            return word?.includes('{}') === true
              ? { ...found, texts: [word.replaceAll('{}', fileFound ?? targets[0] ?? '.')] }
              : arg
          })
          .filter((arg) => !/^[;+]$/.test(firstText(arg) ?? '')),
        UNKNOWN,
      )
    return found
  },
  ...named('fd fdfind locate mdfind plocate', (call) => {
    const all = words(call)
    const endings = all.flatMap((word, index) => (/^(?:-e|--extension)$/.test(word) ? [`*.${all[index + 1]}`] : []))
    const wanted = [...all, ...endings].filter((word) => SECRET_NAME.test(word))
    const found = markedValue(...wanted.map((word) => `file:${word}` as const))
    const exec = all.findIndex((word) => /^(?:-x|-X|--exec|--exec-batch)$/.test(word))
    if (exec >= 0)
      call.run(
        call.args.slice(exec + 1).map((arg) => {
          const word = firstText(arg)
          return word?.includes('{}') === true ? { ...found, texts: [word.replaceAll('{}', wanted[0] ?? '.')] } : arg
        }),
        UNKNOWN,
      )
    return found
  }),
  ...named('chmod icacls', (call) => modeFact(call)),
  ...named('chown chgrp takeown', (call) => {
    const [owner, ...targets] = operands(call)
    note(call.trace, call.place, 'mode', {
      targets: targets.flatMap((arg) => arg.texts),
      what: `owner ${firstText(owner) ?? ''}`,
    })
    return UNKNOWN
  }),
  ...named('tar bsdtar gtar', (call) => runTar(call)),
  ...named('zip 7z 7za 7zz rar', (call) => runArchiver(call)),
  ...named('unzip unrar unar expand-archive', (call) => {
    const [archive] = operands(call, ['-d', '-P', ...(call.name === 'unzip' ? [] : ['-p'])])
    // To unzip `-p` means the pipe, to the others a password.
    const password =
      optionValue(call, '-P', ...(call.name === 'unzip' ? [] : ['-p'])) ??
      call.args.find((arg) => (call.name === 'unzip' ? /^-P\S+/ : /^-[pP]\S+/).test(firstText(arg) ?? ''))
    extract(call, archive, password !== undefined)
    return archive !== undefined && hasOption(call, 'p') ? takenFrom(call, archive) : UNKNOWN
  }),
}

// What comes out of an archive on the way to another program: which archive is known, not what is in it.
function takenFrom(call: ShellCall, archive: Value): Value {
  return markedValue(...marksOf(contentOf(call, archive)))
}

function modeFact(call: ShellCall): Value {
  const all = operands(call)
  const mode = firstText(all[0]) ?? ''
  if (/^(?:[0-7]?777|a\+rwx?|ugo\+rwx?|o\+w|[0-7]?666|u\+s|[2467][0-7]{3}|\+s)$/.test(mode))
    note(call.trace, call.place, 'mode', {
      targets: all.slice(1).flatMap((arg) => arg.texts),
      what: `${mode}${hasOption(call, 'R', '--recursive') ? ' -R' : ''}`,
    })
  return UNKNOWN
}

function runTar(call: ShellCall): Value {
  const all = words(call)
  const mode = all.find((word) => /^-?[a-zA-Z]*[cx][a-zA-Z]*$/.test(word)) ?? ''
  const rest = operands(call, ['-C', '--exclude', '-f', '--file']).filter((arg) => firstText(arg) !== mode)
  const isCreate = mode.includes('c') || all.includes('--create')
  const file =
    optionValue(call, '-f', '--file') ??
    (mode.includes('f') ? (mode.startsWith('-') ? call.args[all.indexOf(mode) + 1] : rest[0]) : undefined)
  const name = firstText(file)
  if (!isCreate) {
    extract(call, name === '-' || file === undefined ? undefined : file, false)
    const isPiped = mode.includes('O') || all.includes('--to-stdout') || all.includes('-O')
    return isPiped && file !== undefined && name !== '-' ? takenFrom(call, file) : UNKNOWN
  }
  // The names of what is packed come in through a pipe.
  const isListed = /^-?[a-zA-Z]*T/.test(mode) || all.some((word) => /^(?:-T|--files-from(?:=-)?)$/.test(word))
  const packed = markedValue(
    ...mergeMarks(
      isListed ? marksOf(call.stdin) : [],
      ...rest.filter((arg) => arg !== file).map((arg) => marksOf(contentOf(call, arg))),
    ),
  )
  if (file === undefined || name === '-') return packed
  writePath(call.trace, call.place, file, packed, 'an archive')
  return UNKNOWN
}

function runArchiver(call: ShellCall): Value {
  const all = words(call)
  const verb = all[0] ?? ''
  if (call.name !== 'zip' && /^[xe]$/.test(verb)) {
    extract(
      call,
      call.args[1],
      all.some((word) => /^-p.+/.test(word)),
    )
    return all.includes('-so') && call.args[1] !== undefined ? takenFrom(call, call.args[1]) : UNKNOWN
  }
  const rest = operands(call, ['-P', '-p', '-x']).filter((arg) => !/^[au]$/.test(firstText(arg) ?? ''))
  const [archive, ...sources] = rest
  const packed = markedValue(...mergeMarks(...sources.map((arg) => marksOf(contentOf(call, arg)))))
  if (archive !== undefined && firstText(archive) !== '-')
    writePath(call.trace, call.place, archive, packed, 'an archive')
  return packed
}

// Which files come out is not known, so any file run later that is not in the package may be one of them.
function extract(call: ShellCall, archive: Value | undefined, hasPassword: boolean): void {
  const content = archive === undefined ? call.stdin : contentOf(call, archive)
  const marks = marksOf(content).filter((mark) => mark.startsWith('net:'))
  if (hasPassword)
    note(call.trace, call.place, 'weaken', {
      what: 'unpacking with a password',
      targets: archive?.texts ?? [],
      data: content,
    })
  if (marks.length === 0) return
  const unpacked = markedValue(...marks, ...(hasPassword ? (['layer:password'] as const) : []))
  call.trace.written.set('*extracted*', unpacked)
  call.trace.written.set(`*extracted* ${call.place.file}`, unpacked)
}
