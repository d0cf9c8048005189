/**
 * The emulated service for fiscal receipts, with the protocol of Uzum Fiscalization 0.0.2, on 127.0.0.1.
 *
 *   node emulators/fiscal-service/main.ts [--port <0-65535>] [--tie-to-stdin]
 *
 * Makes a key at each start and accepts no other. Prints one line of JSON: `page`, its own address, and `fiscal`, a value
 * of EKRAN_FISCAL with it. Ends on SIGTERM and SIGINT, when its parent ends, and with --tie-to-stdin when stdin closes.
 */
import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { endWithParent, serveOnLoopback } from '#emulators/own-program.ts'
import { createFaults } from './faults.ts'
import { createReceipts } from './receipts.ts'
import { createWebServer } from './web-server.ts'

function refuse(reason: string): never {
  process.stderr.write(`fiscal-service: ${reason}\nusage: main.ts [--port <0-65535>] [--tie-to-stdin]\n`)
  process.exit(2)
}

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: 'string', default: '0' },
        'tie-to-stdin': { type: 'boolean', default: false },
      },
    })
    const port = Number(values.port)
    if (!/^\d+$/.test(values.port) || port > 65_535) refuse('--port is not from 0 to 65535')
    return { port, tied: values['tie-to-stdin'] }
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error))
  }
}

async function run(): Promise<void> {
  const { port, tied } = readArguments()
  const key = randomBytes(24).toString('hex')
  const app = createWebServer({ key, receipts: createReceipts(), faults: createFaults() })
  const taken = await serveOnLoopback(app, 'fiscal-service', port)
  endWithParent(tied)
  const page = `http://127.0.0.1:${taken}`
  const fiscal = new URLSearchParams({
    ...{ origin: page, key, spic: '10399002001000000', package: '1209885', vat: '12' },
    ...{ title: 'Online TV', systems: 'click,paynet,uzum,atmos', from: '2026-01-01' },
  })
  process.stdout.write(`${JSON.stringify({ page, fiscal: fiscal.toString() })}\n`)
}

await run()
