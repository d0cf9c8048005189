import type { CliCommand } from './command.ts'
import { networkCheck } from './network-check.ts'
import { networkImport } from './network-import.ts'
import { networkWorld } from './network-world.ts'

/** Every command of two words, in the order they are shown. */
export const commands: readonly CliCommand[] = [networkImport, networkCheck, networkWorld]
