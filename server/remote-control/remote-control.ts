/** The public API of remote control: a phone as the keyboard and remote of a television of its account. */
export { remoteChangedChannel } from './changes.ts'
export { remoteControlWorkers } from './forget-ended.ts'
export type { LiveDevice } from './deps.ts'
export type { TelevisionOn } from './list-televisions.ts'
export { numbersOf } from './rules.ts'
export { openRemoteControl, type RemoteControl } from './open-remote-control.ts'
