/** The public API of commands: what the staff makes the devices of subscribers do. */
export { commandProblem, type Command, type CommandState } from './rules.ts'
export { commandWorkers } from './forget-old.ts'
export { expireCommands, finishCommand, queueForAccounts, queueForDevice } from './queue-commands.ts'
export { commandsTo, countCommands, lastCommandsOf } from './read-commands.ts'
export { confirmCommand, takeCommands } from './take-commands.ts'
