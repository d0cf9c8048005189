import { type CliCommand, done } from './command.ts'
import { openServices, type Services } from './services.ts'

/** A command without words or options that prints lines from the database. */
export function listCommand(
  name: string,
  summary: string,
  lines: (services: Services) => Promise<readonly string[]>,
): CliCommand {
  return {
    name,
    usage: '',
    summary,
    help: `Example\n  npm run ekran -- ${name}`,
    min: 0,
    max: 0,
    run: async (_input, tools) => {
      await using stack = new AsyncDisposableStack()
      return done(...(await lines(await openServices(tools, stack))))
    },
  }
}
