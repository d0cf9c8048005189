/**
 * The Bot API of Telegram with one bot, and the people who write to it, on 127.0.0.1.
 *
 *   node emulators/telegram/main.ts [--http-port 0] [--phone +998901234567] [--tie-to-stdin]
 *
 * Prints one line of JSON: `page`, where one writes to the bot; `bot` in the format of EKRAN_TELEGRAM_BOT; its `token` and
 * `username`. With --phone there is a person with this phone from the start. Ends on SIGTERM and SIGINT, when its parent
 * ends, and with --tie-to-stdin when stdin closes.
 */
import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { endWithParent, serveOnLoopback } from '#emulators/own-program.ts'
import { createChats } from './chats.ts'
import { createFaults } from './faults.ts'
import { createUpdates } from './updates.ts'
import { createWebServer } from './web-server.ts'

const usage = 'usage: main.ts [--http-port <0-65535>] [--phone <+998…>] [--tie-to-stdin]'
const firstPerson = 700_100_200
const username = 'EkranDemoBot'

function refuse(reason: string): never {
  process.stderr.write(`telegram: ${reason}\n${usage}\n`)
  process.exit(2)
}

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        'http-port': { type: 'string', default: '0' },
        phone: { type: 'string', default: '' },
        'tie-to-stdin': { type: 'boolean', default: false },
      },
    })
    const port = Number(values['http-port'])
    if (!/^\d+$/.test(values['http-port']) || port > 65_535) refuse(`${values['http-port']} is not a port`)
    return { port, phone: values.phone, tied: values['tie-to-stdin'] }
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error))
  }
}

const { port, phone, tied } = readArguments()
const id = 4_242_424_200 + (randomBytes(1)[0] ?? 0)
const token = `${id}:${randomBytes(26).toString('base64url').slice(0, 35)}`
const [chats, updates, faults] = [createChats(), createUpdates(), createFaults()]
if (phone !== '')
  chats.put({
    ...{ id: firstPerson, firstName: 'Dilnoza', username: '', language: 'ru', phone, hasBlocked: false },
  })
const bot = { id, token, username, name: 'Ekran' }
const http = await serveOnLoopback(createWebServer({ bot, chats, updates, faults }), 'telegram', port)
endWithParent(tied)
const page = `http://127.0.0.1:${http}`
const setting = new URLSearchParams({ token, username, mode: 'polling', api: page, pages: page }).toString()
process.stdout.write(`${JSON.stringify({ page, bot: setting, token, username })}\n`)
