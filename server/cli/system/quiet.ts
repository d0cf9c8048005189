import { createInterface } from 'node:readline/promises'
import {
  type CliCommand,
  type Outcome,
  done,
  refused,
  type CommandTools,
} from '#server/cli/command/command.ts'
import { openServices } from '#server/cli/command/services.ts'
import { quietLine, setQuiet, whyQuiet } from '#server/platform/installation/installation.ts'

const warning =
  'It will record its channels, charge its subscribers and their cards, and send messages, as the Ekran does that the\n' +
  'backup was made of. Two that do so with the same accounts charge everybody twice.'

export const quiet: CliCommand = {
  name: 'quiet',
  usage: '[on | off [--yes]]',
  summary: 'show or change the quiet mode, as used for a restored copy',
  help: `In quiet mode Ekran serves requests, and neither records, charges, sends nor runs jobs. An installation
restored from a backup is quiet, so that it can run beside the original. Takes effect at the next start.

  on          keep quiet
  off         work; asks first
  --yes       do not ask

Examples
  npm run ekran -- quiet
  npm run ekran -- quiet off`,
  options: { yes: { type: 'boolean' } },
  min: 0,
  max: 1,
  run: async (input, tools) => {
    const [word] = input.words
    if (word !== undefined && word !== 'on' && word !== 'off')
      return refused(`quiet is on or off, not "${word}"`)
    await using stack = new AsyncDisposableStack()
    const { work, audit } = await openServices(tools, stack)
    const why = await whyQuiet(work.db, tools.settings)
    if (word === undefined) return done(why === undefined ? 'It is not quiet.' : quietLine(why))
    const response = word === 'on' ? await turnOn(why) : await turnOff(why, input.flag('yes'), tools)
    if (response !== undefined) return response
    await setQuiet(work.db, word === 'on' ? 'an operator wanted it so' : undefined)
    await audit.record({ event: `quiet_${word}`, actor: 'operator', facts: { why: why ?? '' } })
    const when = work.serverRuns
      ? 'Start Ekran again: until then it goes on as it was.'
      : 'It takes effect at the next start.'
    return done(word === 'on' ? 'It is to keep quiet.' : 'It is to work.', when)
  },
}

async function turnOn(why: string | undefined): Promise<Outcome | undefined> {
  return why === undefined ? undefined : done(quietLine(why))
}

/** Undefined when it may continue. */
async function turnOff(
  why: string | undefined,
  isSure: boolean,
  { settings, signal }: CommandTools,
): Promise<Outcome | undefined> {
  if (settings.EKRAN_QUIET) return refused('EKRAN_QUIET is on: leave that setting out')
  if (why === undefined) return done('It is not quiet.')
  if (isSure) return undefined
  if (!process.stdin.isTTY)
    return refused('there is no terminal to confirm; say --yes if it is to record and charge')
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const said = await lines.question(`${warning}\nIs the original off for good? Type yes: `, { signal })
    return said.trim().toLowerCase() === 'yes' ? undefined : refused('quiet mode stays on')
  } finally {
    lines.close()
  }
}
