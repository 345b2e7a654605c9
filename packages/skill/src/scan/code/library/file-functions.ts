import { note, readPath, writePath } from '../effects.ts'
import { concatValues, firstText, listValue, markedValue, marksOf, textValue, UNKNOWN, type Value } from '../value.ts'
import { argument, called, field, type Library, type LibraryCall } from './library-call.ts'

/** Library functions that read, write, copy, pack and delete files, and those that make paths. */
export const FILE_FUNCTIONS: Library = {
  ...called(
    'open io.open codecs.open gzip.open bz2.open lzma.open Path.open path.open ?.open fs.open aiofiles.open',
    (call) => openFile(call),
  ),
  ...called('PIL.Image.open Image.open cv2.imread wave.open', (call) =>
    markedValue(
      ...marksOf(readPath(call.trace, call.place, argument(call, 0))),
      ...argument(call, 0).texts.map((text) => `file:${text}` as const),
    ),
  ),
  ...called(
    'fs.readFileSync fs.readFile Deno.readTextFile Deno.readFile Bun.file fs-extra.readJson fs-extra.readFile',
    (call) => readPath(call.trace, call.place, argument(call, 0)),
  ),
  ...called(
    'fs.writeFileSync fs.writeFile fs.appendFileSync fs.appendFile Deno.writeTextFile Bun.write fs-extra.outputFile',
    (call) => {
      writePath(call.trace, call.place, argument(call, 0), argument(call, 1))
      return UNKNOWN
    },
  ),
  ...called('fs.createReadStream', (call) =>
    fileValue(argument(call, 0), readPath(call.trace, call.place, argument(call, 0))),
  ),
  ...called('fs.createWriteStream', (call) => fileValue(argument(call, 0), UNKNOWN)),
  ...called(
    'fs.copyFileSync fs.copyFile fs.cpSync fs.cp fs.renameSync fs.rename shutil.copy shutil.copy2 shutil.copyfile shutil.copytree shutil.move os.rename os.replace',
    (call) => {
      writePath(
        call.trace,
        call.place,
        argument(call, 1, 'dst'),
        readPath(call.trace, call.place, argument(call, 0, 'src')),
        'a copy',
      )
      return UNKNOWN
    },
  ),
  ...called(
    'shutil.rmtree os.remove os.unlink os.rmdir os.removedirs fs.rmSync fs.rm fs.unlink fs.unlinkSync fs.rmdirSync fs.rmdir fs-extra.remove rimraf Deno.remove',
    (call) => {
      note(call.trace, call.place, 'delete', { targets: argument(call, 0, 'path').texts, what: call.ref })
      return UNKNOWN
    },
  ),
  ...called('os.chmod fs.chmodSync fs.chmod', (call) => {
    const mode = argument(call, 1).number
    if (mode === 0o777 || firstText(argument(call, 1)) === '777')
      note(call.trace, call.place, 'mode', { targets: argument(call, 0).texts, what: '777' })
    return UNKNOWN
  }),
  ...called('pathlib.Path Path pathlib.PurePath pathlib.PosixPath', (call) =>
    pathOf(call.args.length === 0 ? textValue('.') : joinPath(call.args)),
  ),
  ...called('pathlib.Path.home Path.home os.homedir os.path.expanduser homedir path.expanduser', (call) =>
    pathOf(call.args[0] ?? (call.ref.endsWith('expanduser') && call.self !== undefined ? call.self : textValue('~'))),
  ),
  ...called('os.path.join path.join posixpath.join ntpath.join path.resolve', (call) => pathOf(joinPath(call.args))),
  ...called(
    'os.path.abspath os.path.realpath os.path.normpath os.path.expandvars os.fspath path.normalize url.fileURLToPath str.strip',
    (call) => argument(call, 0),
  ),
  ...called('os.path.dirname path.dirname', (call) => ({
    ...argument(call, 0),
    texts: argument(call, 0).texts.map((text) => text.replace(/\/[^/]*$/, '')),
  })),
  ...called('os.path.basename path.basename', (call) => ({
    ...argument(call, 0),
    texts: argument(call, 0).texts.map((text) => text.replace(/^.*\//, '')),
  })),
  ...called('glob.glob glob.iglob glob.globSync fast-glob.sync', (call) => listValue([pathOf(argument(call, 0))])),
  ...called('os.walk', (call) => pathOf(argument(call, 0))),
  ...called('os.listdir os.scandir fs.readdirSync fs.readdir', (call) =>
    pathOf(concatValues(argument(call, 0), textValue('/\uFFFC'))),
  ),
  ...called('os.getcwd process.cwd tempfile.gettempdir os.tmpdir tempfile.mkdtemp', (call) =>
    pathOf(textValue(/tmp|temp/.test(call.ref) ? '/tmp' : '.')),
  ),
  ...called('tempfile.mktemp tempfile.NamedTemporaryFile tempfile.mkstemp', (call) => {
    const path = textValue(`/tmp/made-${call.place.line}${firstText(argument(call, -1, 'suffix')) ?? ''}`)
    const file = fileValue(path, UNKNOWN)
    file.fields?.set('name', path)
    return call.ref.endsWith('mkstemp') ? listValue([UNKNOWN, path]) : file
  }),
  ...called(
    'sqlite3.connect sqlite3.Database better-sqlite3 dotenv.dotenv_values dotenv.load_dotenv configparser.ConfigParser().read',
    (call) => {
      const [path] = call.args
      if (path === undefined) return UNKNOWN
      return markedValue(...marksOf(readPath(call.trace, call.place, path)))
    },
  ),
  ...called('zipfile.ZipFile tarfile.open', (call) => {
    const mode = firstText(argument(call, 1, 'mode')) ?? 'r'
    return /^[wax]/.test(mode)
      ? fileValue(argument(call, 0, 'name', 'file'), UNKNOWN)
      : fileValue(argument(call, 0, 'name'), readPath(call.trace, call.place, argument(call, 0, 'name')))
  }),
  ...called('file.add', (call) => {
    const path = field(call.self, 'path')
    if (path !== undefined)
      writePath(call.trace, call.place, path, readPath(call.trace, call.place, argument(call, 0)), 'an archive')
    return UNKNOWN
  }),
  ...called('file.extractall file.extract shutil.unpack_archive', (call) => {
    const content = field(call.self, 'content') ?? readPath(call.trace, call.place, argument(call, 0))
    const origin = marksOf(content).filter((mark) => mark.startsWith('net:'))
    if (origin.length > 0) call.trace.written.set('*extracted*', markedValue(...origin))
    return UNKNOWN
  }),
  ...called('shutil.make_archive', (call) => {
    const path = concatValues(argument(call, 0, 'base_name'), textValue('.'), argument(call, 1, 'format'))
    writePath(
      call.trace,
      call.place,
      path,
      readPath(call.trace, call.place, argument(call, 2, 'root_dir')),
      'an archive',
    )
    return path
  }),
  ...called('json.dump yaml.dump plistlib.dump toml.dump tomli_w.dump pickle.dump', (call) => {
    const file = argument(call, 1, 'fp')
    const path = field(file, 'path')
    if (path !== undefined) writePath(call.trace, call.place, path, argument(call, 0, 'obj'))
    return UNKNOWN
  }),
}

function openFile(call: LibraryCall): Value | undefined {
  const isMethod = call.ref === '?.open' || call.ref === 'path.open'
  const path = isMethod ? call.self : argument(call, 0, 'file')
  if (path === undefined || (isMethod && path.ref !== 'path')) return undefined
  const mode = firstText(argument(call, isMethod ? 0 : 1, 'mode')) ?? 'r'
  return fileValue(path, /[wax]/.test(mode) && !mode.includes('+') ? UNKNOWN : readPath(call.trace, call.place, path))
}

function fileValue(path: Value, content: Value): Value {
  return {
    texts: [],
    marks: marksOf(content),
    ref: 'file',
    fields: new Map([
      ['path', path],
      ['content', content],
      ['name', path],
    ]),
  }
}

function pathOf(value: Value): Value {
  return { texts: value.texts, marks: marksOf(value), ref: 'path' }
}

// A part that starts at the root replaces what stands before it.
function joinPath(parts: readonly Value[]): Value {
  const last = parts.findLastIndex((part) => /^[/~]/.test(firstText(part) ?? ''))
  const used = parts.slice(Math.max(0, last))
  const joined = concatValues(...used.flatMap((part, index) => (index === 0 ? [part] : [textValue('/'), part])))
  return { ...joined, texts: joined.texts.map((text) => text.replace(/\/+/g, '/')) }
}
