/**
 * An emulated centre for short messages and calls: SMPP, Eskiz, PlayMobile and Asterisk's REST interface, on 127.0.0.1.
 *
 *   node emulators/sms-centre/main.ts [--smpp-port 0] [--http-port 0] [--user ekran] [--password ekran] [--tie-to-stdin]
 *
 * Prints one line of JSON with its addresses when it is ready. Ends on SIGTERM and SIGINT, when its parent ends, and
 * with --tie-to-stdin when stdin closes.
 */
import { parseArgs } from 'node:util'
import { endWithParent, listenOnLoopback, serveOnLoopback } from '#emulators/own-program.ts'
import { createFaults } from './faults.ts'
import { createOutbox } from './outbox.ts'
import { createSmppServer } from './smpp-server.ts'
import { createWebServer } from './web-server.ts'

const usage =
  'usage: main.ts [--smpp-port <0-65535>] [--http-port <0-65535>] [--user <name>] [--password <word>] [--tie-to-stdin]'

function refuse(reason: string): never {
  process.stderr.write(`sms-centre: ${reason}\n${usage}\n`)
  process.exit(2)
}

function port(text: string, name: string): number {
  const value = Number(text)
  if (!/^\d+$/.test(text) || value > 65_535) refuse(`--${name} is not a port`)
  return value
}

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        'smpp-port': { type: 'string', default: '0' },
        'http-port': { type: 'string', default: '0' },
        user: { type: 'string', default: 'ekran' },
        password: { type: 'string', default: 'ekran' },
        'tie-to-stdin': { type: 'boolean', default: false },
      },
    })
    return {
      smppPort: port(values['smpp-port'], 'smpp-port'),
      httpPort: port(values['http-port'], 'http-port'),
      user: values.user,
      password: values.password,
      tied: values['tie-to-stdin'],
    }
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error))
  }
}

async function run(): Promise<void> {
  const { smppPort, httpPort, user, password, tied } = readArguments()
  const [faults, outbox] = [createFaults(), createOutbox()]
  const email = `${user}@example.uz`
  const smpp = await listenOnLoopback(
    createSmppServer({ user, password, faults, outbox }),
    'sms-centre',
    smppPort,
  )
  const web = createWebServer({ user, email, password, faults, outbox })
  const http = await serveOnLoopback(web, 'sms-centre', httpPort)
  endWithParent(tied)
  const [account, mail] = [
    `${encodeURIComponent(user)}:${encodeURIComponent(password)}`,
    `${encodeURIComponent(email)}:${encodeURIComponent(password)}`,
  ]
  const host = `127.0.0.1:${http}`
  const addresses = {
    page: `http://${host}`,
    smpp: `smpp://${account}@127.0.0.1:${smpp}?from=EKRAN`,
    eskiz: `eskiz+http://${mail}@${host}?from=4546`,
    playmobile: `playmobile+http://${account}@${host}?from=3700`,
    ari: `ari+http://${account}@${host}?endpoint=PJSIP/{phone}@trunk&context=ekran-code`,
  }
  process.stdout.write(`${JSON.stringify(addresses)}\n`)
}

await run()
