import { note, readPath, runFile } from '../effects.ts'
import type { Place, Trace } from '../trace.ts'
import { firstText, textValue, UNKNOWN, type Value } from '../value.ts'
import { type Commands, named, operands, optionValue, type ShellCall, words } from './shell-call.ts'

/** Programs that start containers. */
export const CONTAINERS: Commands = {
  ...named('docker podman nerdctl finch', (call) => runContainer(call)),
}

/** Images of known makers whose job needs rights over the machine or over other containers. */
const KNOWN_IMAGES =
  /^(?:docker|moby\/buildkit|tonistiigi\/binfmt|multiarch\/qemu-user-static|portainer\/(?:portainer-ce|agent)|traefik|containrrr\/watchtower|gcr\.io\/cadvisor\/cadvisor|rancher\/\S+|kindest\/node|amir20\/dozzle|aquasec\/trivy|wagoodman\/dive)(?:[:@]|$)/

/** True for an image of a known maker whose job needs such rights. */
export function isKnownImage(image: string): boolean {
  return KNOWN_IMAGES.test(image)
}

function runContainer(call: ShellCall): Value {
  const all = words(call)
  const isKnown = all.some(isKnownImage)
  // An image out of a file is a program out of a file.
  if (/^(?:load|import)$/.test(all[0] ?? '') || (all[0] === 'image' && all[1] === 'load')) {
    const file = optionValue(call, '-i', '--input') ?? operands(call).at(-1)
    if (file !== undefined) runFile(call.trace, call.place, file, 'shell', `${call.name} ${all[0]}`)
  }
  const mount = (source: string): void => {
    if (!isKnown || !/\.sock$/.test(source)) noteMount(call.trace, call.place, source)
  }
  for (const [index, word] of all.entries()) {
    const next = firstText(call.args[index + 1]) ?? ''
    const [option, ...rest] = word.split('=')
    const value = rest.length > 0 ? rest.join('=') : next
    if (option === '-v' || option === '--volume') mount(value.split(':')[0] ?? '')
    else if (/^-v\S/.test(word)) mount(word.slice(2).split(':')[0] ?? '')
    else if (option === '--mount') mount(/(?:^|,)(?:source|src)=([^,]+)/.exec(value)?.[1] ?? '')
    else if (isKnown) continue
    else if (word === '--privileged' || word === '--privileged=true') noteOpenWalls(call.trace, call.place, word)
    else if (/^--(?:pid|ipc|userns|cgroupns)$/.test(option ?? '') && value === 'host')
      noteOpenWalls(call.trace, call.place, `${option}=host`)
    else if (option === '--cap-add' && /^(?:ALL|(?:CAP_)?SYS_(?:ADMIN|PTRACE|MODULE))$/i.test(value))
      noteOpenWalls(call.trace, call.place, `${option}=${value}`)
  }
  runInMachine(call, all)
  return UNKNOWN
}

// With the whole machine inside, what the container runs is run on the machine.
function runInMachine(call: ShellCall, all: readonly string[]): void {
  const isMachine = all.some((word) =>
    /^(?:\/:|--volume=\/:|-v\/:|--privileged|type=bind,(?:source|src)=\/,)/.test(word),
  )
  const start = isMachine ? all.findIndex((word) => /^(?:chroot|nsenter|(?:ba|da|a)?sh)$/.test(word)) : -1
  if (start < 0) return
  const from = all[start] === 'chroot' ? start + 2 : start
  call.trace.command(call.args.slice(from), UNKNOWN, call.place)
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
