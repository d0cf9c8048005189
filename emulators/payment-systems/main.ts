/**
 * Sends the requests of a payment system's acceptance test, and then network faults, to a running Ekran, and prints the
 * results. It pays into the given account: use a test account.
 *
 *   node emulators/payment-systems/main.ts payme  --url http://localhost:8080/merchants/payme --key … --account 1000001
 *   node emulators/payment-systems/main.ts click  --url …/merchants/click --service 1 --secret … --account …
 *   node emulators/payment-systems/main.ts paynet --url …/merchants/paynet --login … --password … --account …
 *   node emulators/payment-systems/main.ts uzum   --url …/merchants/uzum --login … --password … --service 1 --account …
 *
 * Exits with 0 when everything was right, with 1 when not, with 2 for invalid arguments.
 */
import { parseArgs } from 'node:util'
import { playClick } from './click.ts'
import { playPayme } from './payme.ts'
import { playPaynet } from './paynet.ts'
import { createSheet, linesOf, type Sheet } from './sheet.ts'
import { playUzum } from './uzum.ts'

const usage =
  'usage: main.ts payme|click|paynet|uzum --url <address> --account <subscriber number> [--key] [--field abonement]\n' +
  '       [--service] [--secret] [--login] [--password] (which of them: the comment at the top of main.ts)'

function refuse(reason: string): never {
  process.stderr.write(`payment-systems: ${reason}\n${usage}\n`)
  process.exit(2)
}

function readArguments() {
  const text = { type: 'string' } as const
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        url: text,
        key: text,
        account: text,
        field: text,
        service: text,
        secret: text,
        login: text,
        password: text,
      },
    })
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error))
  }
}

function player(): (sheet: Sheet) => Promise<number> {
  const { values, positionals } = readArguments()
  const of = (name: Exclude<keyof typeof values, 'field'>) => values[name] ?? refuse(`--${name} is missing`)
  const common = () => ({ url: of('url').replace(/\/$/, ''), account: of('account') })
  const account = () => ({ login: of('login'), password: of('password') })
  const [system] = positionals
  if (system === 'payme') {
    const options = { ...common(), key: of('key'), field: values.field ?? 'abonement' }
    return (sheet) => playPayme(sheet, options)
  }
  if (system === 'click') {
    const options = { ...common(), service: of('service'), secret: of('secret') }
    return (sheet) => playClick(sheet, options)
  }
  if (system === 'paynet') {
    const options = { ...common(), ...account() }
    return (sheet) => playPaynet(sheet, options)
  }
  if (system === 'uzum') {
    const options = { ...common(), ...account(), service: Number(of('service')) }
    return (sheet) => playUzum(sheet, options)
  }
  return refuse('name one of payme, click, paynet, uzum')
}

const play = player()
const sheet = createSheet()
try {
  await play(sheet)
} catch (error) {
  sheet.so(
    'the sequence was played to its end',
    false,
    error instanceof Error ? error.message : String(error),
  )
}
process.stdout.write(`${linesOf(sheet).join('\n')}\n`)
process.exitCode = sheet.checks.every(({ isRight }) => isRight) ? 0 : 1
