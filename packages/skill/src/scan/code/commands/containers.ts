import { note, readPath, runFile } from '../effects.ts'
import type { Place, Trace } from '../trace.ts'
import { firstText, textValue, UNKNOWN, type Value } from '../value.ts'
import { type Commands, named, operands, optionValue, type ShellCall, words } from './shell-call.ts'

/** Programs that start containers. */
export const CONTAINERS: Commands = {
  ...named('docker podman nerdctl finch', (call) => runContainer(call)),
}

function runContainer(call: ShellCall): Value {
  const all = words(call)
  // An image out of a file is a program out of a file.
  if (/^(?:load|import)$/.test(all[0] ?? '') || (all[0] === 'image' && all[1] === 'load')) {
    const file = optionValue(call, '-i', '--input') ?? operands(call).at(-1)
    if (file !== undefined) runFile(call.trace, call.place, file, 'shell', `${call.name} ${all[0]}`)
  }
  for (const [index, word] of all.entries()) {
    const next = firstText(call.args[index + 1]) ?? ''
    const [option, ...rest] = word.split('=')
    const value = rest.length > 0 ? rest.join('=') : next
    if (option === '-v' || option === '--volume') noteMount(call.trace, call.place, value.split(':')[0] ?? '')
    else if (/^-v\S/.test(word)) noteMount(call.trace, call.place, word.slice(2).split(':')[0] ?? '')
    else if (option === '--mount')
      noteMount(call.trace, call.place, /(?:^|,)(?:source|src)=([^,]+)/.exec(value)?.[1] ?? '')
    else if (word === '--privileged' || word === '--privileged=true') noteOpenWalls(call.trace, call.place, word)
    else if (/^--(?:pid|ipc|userns|cgroupns)$/.test(option ?? '') && value === 'host')
      noteOpenWalls(call.trace, call.place, `${option}=host`)
    else if (option === '--cap-add' && /^(?:ALL|(?:CAP_)?SYS_(?:ADMIN|PTRACE|MODULE))$/i.test(value))
      noteOpenWalls(call.trace, call.place, `${option}=${value}`)
  }
  return UNKNOWN
}

/** What a container sees of the machine: its disk, its own control, a home folder; a key store is read as any other file. */
export function noteMount(trace: Trace, place: Place, source: string): void {
  const path = source
    .replace(/^\$\{?HOME\}?|^\/(?:home|Users)\/[^/]+(?=\/|$)|^\/root(?=\/|$)/, '~')
    .replace(/(?<=.)\/+$/, '')
  const what =
    path === '/' || /^\/(?:etc|proc|sys|home|Users|var|boot)$/.test(path)
      ? 'a container with the whole machine'
      : /(?:docker|containerd|podman|crio)\.sock$/.test(path)
        ? 'a container that controls the others'
        : path === '~'
          ? 'a container with the home folder'
          : undefined
  if (what !== undefined) note(trace, place, 'weaken', { what, targets: [source] })
  else if (path.startsWith('~/')) readPath(trace, place, textValue(path))
}

/** A container that is not held in. */
export function noteOpenWalls(trace: Trace, place: Place, how: string): void {
  note(trace, place, 'weaken', { what: 'a container without walls', targets: [how] })
}
