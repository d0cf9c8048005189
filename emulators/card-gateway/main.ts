/**
 * An emulator of a bank card gateway with ATMOS's protocol, on 127.0.0.1, with test cards instead of a bank.
 *
 *   node emulators/card-gateway/main.ts [--port 0] [--key ekran] [--secret ekran] [--store 1001] [--token-seconds 3600]
 *        [--frozen-at 2026-01-31T12:00:00Z] [--state <file>] [--tie-to-stdin]
 *
 * Prints one line of JSON with its addresses when it serves. Ends on SIGTERM and SIGINT, when its parent ends, and with
 * --tie-to-stdin when its standard input closes.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { endWithParent, serveOnLoopback } from '#emulators/own-program.ts'
import { emptyState, openBank, type BankState } from './bank.ts'
import { createFaults } from './faults.ts'
import { expiryToType, testCards, testCode } from './test-cards.ts'
import { createWebServer } from './web-server.ts'

const usage =
  'usage: main.ts [--port <0-65535>] [--key <word>] [--secret <word>] [--store <digits>] [--token-seconds <1-86400>] ' +
  '[--frozen-at <time>] [--state <file>] [--tie-to-stdin]'

function refuse(reason: string): never {
  process.stderr.write(`card-gateway: ${reason}\n${usage}\n`)
  process.exit(2)
}

function whole(text: string, name: string, min: number, max: number): number {
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < min || value > max) refuse(`--${name} is not from ${min} to ${max}`)
  return value
}

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: 'string', default: '0' },
        key: { type: 'string', default: 'ekran' },
        secret: { type: 'string', default: 'ekran' },
        store: { type: 'string', default: '1001' },
        'token-seconds': { type: 'string', default: '3600' },
        'frozen-at': { type: 'string' },
        state: { type: 'string' },
        'tie-to-stdin': { type: 'boolean', default: false },
      },
    })
    const frozenAtMs = values['frozen-at'] === undefined ? undefined : Date.parse(values['frozen-at'])
    if (Number.isNaN(frozenAtMs)) refuse('--frozen-at is no time')
    if (!/^\d{1,10}$/.test(values.store)) refuse('--store is not a number')
    return {
      ...values,
      frozenAtMs,
      port: whole(values.port, 'port', 0, 65_535),
      tokenSeconds: whole(values['token-seconds'], 'token-seconds', 1, 86_400),
      tied: values['tie-to-stdin'],
    }
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error))
  }
}

/** The saved state of an earlier run; undefined without one. */
function readState(path: string | undefined): BankState {
  if (path === undefined) return emptyState()
  try {
    return { ...emptyState(), ...(JSON.parse(readFileSync(path, 'utf8')) as BankState) }
  } catch {
    return emptyState()
  }
}

async function run(): Promise<void> {
  const { port, key, secret, store, tokenSeconds, frozenAtMs, state: path, tied } = readArguments()
  const state = readState(path)
  const bank = openBank(state, () => frozenAtMs ?? Date.now())
  // Saved before the response: a bound card must still exist after a restart.
  const changed = () => {
    if (path === undefined) return
    writeFileSync(`${path}.new`, JSON.stringify(state), { mode: 0o600 })
    renameSync(`${path}.new`, path)
  }
  const faults = createFaults()
  const app = createWebServer({ bank, faults, key, secret, storeId: store, tokenSeconds, changed })
  const taken = await serveOnLoopback(app, 'card-gateway', port)
  endWithParent(tied)
  const host = `127.0.0.1:${taken}`
  const account = `${encodeURIComponent(key)}:${encodeURIComponent(secret)}`
  const addresses = {
    page: `http://${host}`,
    atmos: `atmos+http://${account}@${host}?store=${store}&tests=on`,
    cards: testCards.map((card) => ({
      number: card.pan,
      expiry: expiryToType(card),
      behaviour: card.behaviour,
      code: testCode,
    })),
  }
  process.stdout.write(`${JSON.stringify(addresses)}\n`)
}

await run()
