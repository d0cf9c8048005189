/**
 * Where alarms arrive: the Bot API of Telegram, a mail server and a receiver of webhooks, on 127.0.0.1.
 *
 *   node emulators/alarm-receivers/main.ts [--http-port 0] [--smtp-port 0] [--tie-to-stdin]
 *
 * Prints one line of JSON: `page`, its own address; `telegram` and `mail` in the format of EKRAN_TELEGRAM_API and
 * EKRAN_MAIL; `token` and `chat` of the bot; `webhook`, an address that accepts any signature. Ends on SIGTERM and
 * SIGINT, when its parent ends, and with --tie-to-stdin when stdin closes.
 */
import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { endWithParent, listenOnLoopback, serveOnLoopback } from '#emulators/own-program.ts'
import { createMailbox } from './mailbox.ts'
import { createSmtpServer } from './smtp-server.ts'
import { createWebServer } from './web-server.ts'

const name = 'alarm-receivers'
const usage = 'usage: main.ts [--http-port <0-65535>] [--smtp-port <0-65535>] [--tie-to-stdin]'

function refuse(reason: string): never {
  process.stderr.write(`${name}: ${reason}\n${usage}\n`)
  process.exit(2)
}

function port(text: string): number {
  const value = Number(text)
  if (!/^\d+$/.test(text) || value > 65_535) refuse(`${text} is not a port`)
  return value
}

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        'http-port': { type: 'string', default: '0' },
        'smtp-port': { type: 'string', default: '0' },
        'tie-to-stdin': { type: 'boolean', default: false },
      },
    })
    return {
      http: port(values['http-port']),
      smtp: port(values['smtp-port']),
      tied: values['tie-to-stdin'],
    }
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error))
  }
}

const ports = readArguments()
const mailbox = createMailbox()
const token = `4242424242:${randomBytes(24).toString('base64url')}`
const [user, password] = ['alarms', randomBytes(12).toString('hex')]
const chat = '-1001234567890'
const web = createWebServer({ token, chats: [chat], mailbox })
const http = await serveOnLoopback(web, name, ports.http)
const smtp = await listenOnLoopback(createSmtpServer({ user, password, mailbox }), name, ports.smtp)
endWithParent(ports.tied)
const page = `http://127.0.0.1:${http}`
const mail = `smtp://${user}:${password}@127.0.0.1:${smtp}?from=${encodeURIComponent('ekran@example.uz')}`
process.stdout.write(
  `${JSON.stringify({ page, telegram: page, mail, token, chat, webhook: `${page}/hooks/alarms` })}\n`,
)
