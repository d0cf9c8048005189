/**
 * The checkout pages of Payme, Click, Paynet and Uzum Bank: one of our links opens a page; its two buttons send the
 * system's published requests to a running Ekran, and the payer is returned to the site.
 *
 *   node emulators/checkout-pages/main.ts --merchants http://127.0.0.1:8080/merchants [--port <0-65535>] [--tie-to-stdin]
 *
 * Prints one line of JSON when it is ready: the address of its page, and each system's setting in the format of
 * `EKRAN_PAYME` etc. Ends on SIGTERM and SIGINT, when its parent ends, and with --tie-to-stdin when stdin closes.
 */
import { parseArgs } from 'node:util'
import { endWithParent, serveOnLoopback } from '#emulators/own-program.ts'
import { createPaymentSystems, systemNames } from './systems.ts'
import { createWebServer } from './web-server.ts'

function refuse(reason: string): never {
  process.stderr.write(
    `checkout-pages: ${reason}\nusage: main.ts --merchants <address> [--port <0-65535>] [--tie-to-stdin]\n`,
  )
  process.exit(2)
}

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        merchants: { type: 'string' },
        port: { type: 'string', default: '0' },
        'tie-to-stdin': { type: 'boolean', default: false },
      },
    })
    const port = Number(values.port)
    if (!/^\d+$/.test(values.port) || port > 65_535) refuse('--port is not from 0 to 65535')
    const merchants = values.merchants?.replace(/\/$/, '') ?? ''
    if (!/^https?:/.test(URL.parse(merchants)?.protocol ?? '')) refuse('--merchants is no address')
    return { port, merchants, tied: values['tie-to-stdin'] }
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error))
  }
}

async function run(): Promise<void> {
  const { port, merchants, tied } = readArguments()
  const systems = createPaymentSystems(merchants)
  let origin = ''
  const settings = () => {
    const [payme, click, paynet, uzum] = systemNames.map((name) => systems[name].setting(origin))
    return { payme: payme ?? '', click: click ?? '', paynet: paynet ?? '', uzum: uzum ?? '' }
  }
  const app = createWebServer({ systems, settings })
  const taken = await serveOnLoopback(app, 'checkout-pages', port)
  endWithParent(tied)
  origin = `http://127.0.0.1:${taken}`
  process.stdout.write(`${JSON.stringify({ page: origin, ...settings() })}\n`)
}

await run()
