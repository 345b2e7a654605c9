import { CONTAINERS } from './containers.ts'
import { FILE_COMMANDS } from './file-commands.ts'
import { INTERPRETERS } from './interpreters.ts'
import { NETWORK_COMMANDS } from './network-commands.ts'
import { PACKAGE_MANAGERS } from './package-managers.ts'
import type { Command } from './shell-call.ts'
import { SYSTEM_COMMANDS } from './system-commands.ts'
import { TEXT_FILTERS } from './text-filters.ts'

/** Every command whose effect is known, by name. A map, because a hostile script may call `constructor`. */
export const COMMANDS: ReadonlyMap<string, Command> = new Map(
  [INTERPRETERS, NETWORK_COMMANDS, TEXT_FILTERS, FILE_COMMANDS, PACKAGE_MANAGERS, SYSTEM_COMMANDS, CONTAINERS].flatMap(
    (group) => Object.entries(group),
  ),
)
