/** The demo's bank: a card gateway with test cards beside this process, whose page shows the cards and the codes. */
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import type { Cards } from '#server/cards/cards.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { startChildProgram, type ChildProgram } from '#server/platform/process/child-program.ts'

export interface DemoCardGateway {
  /** Returns the line that is printed after the address. */
  prepare(): Promise<readonly string[]>
  close(): Promise<void>
}

const programPath = fileURLToPath(new URL('../../emulators/card-gateway/main.ts', import.meta.url))
const startLimitMs = 10_000
/** The gateway's address, for the processes beside the one that runs it. */
const addressFile = 'demo-card-gateway.address'
const pollMs = 2000
interface Addresses {
  readonly page: string
  readonly atmos: string
  /** Cards that a person can try, as text. */
  readonly cards: string
}

/** Does nothing where a real gateway is configured: the demo must not replace it. */
export function createDemoCardGateway({ settings, log, dataDir }: AppContext, cards: Cards): DemoCardGateway {
  let bank: ChildProgram | undefined
  let closed = false
  return {
    prepare: async () => {
      if (settings.EKRAN_CARD_GATEWAY !== undefined || closed) return []
      const printed = Promise.withResolvers<Addresses | undefined>()
      const late = setTimeout(() => printed.resolve(undefined), startLimitMs)
      // It stores its cards, as the database does.
      const state = ['--state', join(dataDir, 'demo-card-gateway.json')]
      bank = startChildProgram(programPath, [...state, '--tie-to-stdin'], log, (line) =>
        printed.resolve(readAddresses(line)),
      )
      const addresses = await printed.promise
      clearTimeout(late)
      if (addresses === undefined || closed) {
        if (!closed) log.warn('demo.card_gateway_not_started')
        return []
      }
      cards.useGateway(addresses.atmos)
      // Atomically: another process may be reading.
      const path = join(dataDir, addressFile)
      await writeFile(`${path}.new`, addresses.atmos, { mode: 0o600 })
      await rename(`${path}.new`, path)
      return [`Demo bank cards: ${addresses.page}`, ...(addresses.cards === '' ? [] : [addresses.cards])]
    },
    close: async () => {
      closed = true
      if (bank === undefined) return
      cards.useGateway(undefined)
      await rm(join(dataDir, addressFile), { force: true })
      await bank.stop()
    },
  }
}

/**
 * Where another process serves requests: pays through its gateway while it runs, so that automatic card payments work
 * in the demo as well. Returns a function that stops it.
 */
export function followDemoCardGateway(
  {
    settings,
    dataDir,
    log,
  }: Pick<AppContext, 'dataDir' | 'log'> & {
    readonly settings: Pick<AppContext['settings'], 'EKRAN_CARD_GATEWAY'>
  },
  cards: Pick<Cards, 'useGateway'>,
  everyMs: number = pollMs,
): () => void {
  let lastWritten: string | undefined
  const look = async () => {
    // Set while it runs, a real gateway is used by then, and the demo's again once it is removed.
    if (settings.EKRAN_CARD_GATEWAY !== undefined) {
      lastWritten = undefined
      return
    }
    const written = await readFile(join(dataDir, addressFile), 'utf8').catch(() => undefined)
    if (written === lastWritten || settings.EKRAN_CARD_GATEWAY !== undefined) return
    lastWritten = written
    cards.useGateway(written)
    log.info('demo.card_gateway_followed', { isThere: written !== undefined })
  }
  const timer = setInterval(() => void look(), everyMs).unref()
  return () => clearInterval(timer)
}

const Printed = z.object({
  page: z.string(),
  atmos: z.string(),
  cards: z.array(
    z.object({ number: z.string(), expiry: z.string(), behaviour: z.string(), code: z.string() }),
  ),
})

function readAddresses(line: string): Addresses | undefined {
  try {
    const read = z.safeParse(Printed, JSON.parse(line))
    return read.success ? { ...read.data, cards: wordsOf(read.data.cards) } : undefined
  } catch {
    return undefined
  }
}

/** One card for each possible outcome, as typed. */
function wordsOf(cards: z.output<typeof Printed>['cards']): string {
  const ends = { ok: 'pays', no_money: 'no money (code 6000)', processing_error: 'bank error' }
  const lines = Object.entries(ends).flatMap(([behaviour, words]) => {
    const card = cards.find((one) => one.behaviour === behaviour)
    if (card === undefined) return []
    const number = card.number.replace(/(\d{4})(?=\d)/g, '$1 ')
    return [`${words} ${number} ${card.expiry.slice(2)}/${card.expiry.slice(0, 2)}`]
  })
  return lines.length === 0 ? '' : `Demo cards by hand: ${lines.join('; ')}; every code is ${cards[0]?.code}`
}
