import { execute, note, runFile } from '../effects.ts'
import { addMarks, concatValues, firstText, markedValue, marksOf, textValue, UNKNOWN, type Value } from '../value.ts'
import { argument, called, field, type Library, type LibraryCall } from './library-call.ts'

/** Library functions that start programs or run text as code. */
export const PROCESS_FUNCTIONS: Library = {
  ...called(
    'os.system os.popen commands.getoutput subprocess.getoutput subprocess.getstatusoutput asyncio.create_subprocess_shell asyncio.subprocess.create_subprocess_shell',
    (call) => execute(call.trace, call.place, argument(call, 0, 'cmd', 'command'), 'shell', call.ref),
  ),
  ...called(
    'subprocess.run subprocess.call subprocess.Popen subprocess.check_output subprocess.check_call sh.Command',
    (call) => start(call, argument(call, 0, 'args'), argument(call, -1, 'input', 'stdin')),
  ),
  ...called(
    'asyncio.create_subprocess_exec asyncio.subprocess.create_subprocess_exec os.execv os.execvp os.execl os.execlp os.spawnv os.spawnvp os.posix_spawn',
    (call) =>
      call.trace.command(
        call.args.flatMap((arg) => arg.items ?? [arg]),
        UNKNOWN,
        call.place,
      ),
  ),
  ...called('pty.spawn', (call) => {
    const value = argument(call, 0)
    note(call.trace, call.place, 'program', { targets: ['pty'], value })
    return start(call, value, UNKNOWN)
  }),
  ...called(
    'child_process.exec child_process.execSync shelljs.exec execa.execaCommand execa.command exec.exec Bun.$ zx.$',
    (call) => execute(call.trace, call.place, argument(call, 0), 'shell', call.ref),
  ),
  ...called(
    'child_process.spawn child_process.spawnSync child_process.execFile child_process.execFileSync execa execa.execa execa.sync cross-spawn cross-spawn.sync Deno.run Deno.Command Bun.spawn Bun.spawnSync',
    (call) => spawn(call),
  ),
  ...called('child_process.fork', (call) => {
    runFile(call.trace, call.place, argument(call, 0), 'javascript', call.ref)
    return UNKNOWN
  }),
  ...called('exec eval', (call) => execute(call.trace, call.place, argument(call, 0), call.language, call.ref)),
  ...called('compile', (call) => argument(call, 0)),
  ...called(
    'Function vm.runInNewContext vm.runInThisContext vm.runInContext vm.Script vm.compileFunction module._compile Module._compile',
    (call) =>
      execute(
        call.trace,
        call.place,
        call.args.at(/(?:^|\.)(?:Function|constructor)$/.test(call.ref) ? -1 : 0) ?? UNKNOWN,
        'javascript',
        call.ref,
      ),
  ),
  ...called('Worker worker_threads.Worker', (call) =>
    marksOf(argument(call, 0)).some((mark) => mark.startsWith('net:') || mark.startsWith('layer:')) ||
    field(argument(call, 1), 'eval') !== undefined
      ? execute(call.trace, call.place, argument(call, 0), 'javascript', call.ref)
      : undefined,
  ),
  ...called('setTimeout setInterval setImmediate', (call) => {
    const [what] = call.args
    return what !== undefined && what.fn === undefined && what.texts.length > 0
      ? execute(call.trace, call.place, what, 'javascript', call.ref)
      : undefined
  }),
  ...called('runpy.run_path', (call) => {
    runFile(call.trace, call.place, argument(call, 0), 'python', call.ref)
    return UNKNOWN
  }),
  ...called(
    'pickle.loads pickle.load dill.loads dill.load cloudpickle.loads cloudpickle.load joblib.load torch.load pandas.read_pickle marshal.loads marshal.load jsonpickle.decode shelve.open',
    (call) => {
      const value = argument(call, 0)
      const content = field(value, 'content') ?? value
      // Loading it runs what is in it, and that was not read.
      for (const path of [...content.texts, ...marksOf(content).map((mark) => mark.replace(/^file:/, ''))])
        if (call.trace.closed.has(path)) call.trace.unfinished.add(path)
      if (marksOf(content).some((mark) => mark.startsWith('net:')))
        execute(call.trace, call.place, content, 'python', call.ref)
      // Its bytes are no text that can be read here.
      return markedValue(...marksOf(content), 'layer:serialised')
    },
  ),
  ...called('types.FunctionType types.CodeType', (call) =>
    call.args[0] === undefined ? UNKNOWN : execute(call.trace, call.place, call.args[0], 'python', call.ref),
  ),
  ...called('types.ModuleType', (call) => call.args[0] ?? UNKNOWN),
  ...called('ctypes.CDLL ctypes.cdll.LoadLibrary process.dlopen', (call) => {
    runFile(call.trace, call.place, argument(call, 0), 'shell', call.ref)
    return UNKNOWN
  }),
  ...called('importlib.util.spec_from_file_location importlib.machinery.SourceFileLoader', (call) => {
    runFile(call.trace, call.place, argument(call, 1), 'python', call.ref)
    return UNKNOWN
  }),
  ...called('os.dup2', (call) => {
    if (marksOf(argument(call, 0)).includes('socket'))
      note(call.trace, call.place, 'remote-shell', { what: 'standard input and output tied to a socket' })
    return UNKNOWN
  }),
  ...called('os.startfile webbrowser.open', (call) => {
    if (call.ref === 'os.startfile') runFile(call.trace, call.place, argument(call, 0), 'shell', call.ref)
    return UNKNOWN
  }),
}

function start(call: LibraryCall, what: Value, stdin: Value): Value {
  const input = stdin.ref === 'file' ? (field(stdin, 'content') ?? UNKNOWN) : stdin
  if (marksOf(stdin).includes('socket'))
    note(call.trace, call.place, 'remote-shell', { what: 'a program whose input is a socket' })
  if (what.items !== undefined) return call.trace.command(what.items, input, call.place)
  if (what.texts.length === 0) {
    if (marksOf(what).length > 0) execute(call.trace, call.place, what, 'shell', call.ref)
    return markedValue(...marksOf(what))
  }
  return execute(call.trace, call.place, what, 'shell', call.ref)
}

function spawn(call: LibraryCall): Value {
  const [program = UNKNOWN, list] = call.args
  const options = call.args.at(-1)
  const rest = list?.items ?? field(list, 'args')?.items ?? []
  const isShell = (firstText(field(options, 'shell')) ?? 'true') !== 'false' && field(options, 'shell') !== undefined
  if (program.items !== undefined) return call.trace.command(program.items, UNKNOWN, call.place)
  const result = isShell
    ? execute(
        call.trace,
        call.place,
        concatValues(program, ...rest.flatMap((arg) => [textValue(' '), arg])),
        'shell',
        call.ref,
      )
    : call.trace.command([program, ...rest], UNKNOWN, call.place)
  // The process is kept as what it is, so that tying a shell to a socket is seen.
  return /^(?:\/bin\/)?(?:ba|z|da)?sh$|^cmd(?:\.exe)?$|^powershell/.test(firstText(program) ?? '')
    ? addMarks(result, 'secret:shell')
    : result
}
