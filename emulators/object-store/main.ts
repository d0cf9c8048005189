/**
 * An emulated S3-compatible object store on 127.0.0.1, in memory: path style, signature version 4.
 *
 *   node emulators/object-store/main.ts [--port 0] [--bucket ekran]... [--tie-to-stdin]
 *
 * Makes one pair of keys and accepts no other. Prints one line of JSON: `endpoint`, `keyId`, `secret`. What is stored:
 * GET `/_/stored`; faults: POST `/_/faults` with { part, fault, times? }.
 * Ends on SIGTERM and SIGINT, when its parent ends, and with --tie-to-stdin when stdin closes.
 */
import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { endWithParent, serveOnLoopback } from '#emulators/own-program.ts'
import { createFaults } from './faults.ts'
import { createBuckets } from './objects.ts'
import { createWebServer } from './web-server.ts'

const usage = 'usage: main.ts [--port <0-65535>] [--bucket <name>]... [--tie-to-stdin]'

function refuse(reason: string): never {
  process.stderr.write(`object-store: ${reason}\n${usage}\n`)
  process.exit(2)
}

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: 'string', default: '0' },
        bucket: { type: 'string', multiple: true, default: ['ekran'] },
        'tie-to-stdin': { type: 'boolean', default: false },
      },
    })
    const port = Number(values.port)
    if (!/^\d+$/.test(values.port) || port > 65_535) refuse('--port is not a port')
    const wrong = values.bucket.find((name) => !/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/.test(name))
    if (wrong !== undefined) refuse('--bucket is not a name of a bucket')
    return { port, buckets: values.bucket, tied: values['tie-to-stdin'] }
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error))
  }
}

const { port, buckets, tied } = readArguments()
// With what S3's secrets have too, and addresses must escape.
const credentials = {
  keyId: `EMULATED${randomBytes(6).toString('hex').toUpperCase()}`,
  secret: `${randomBytes(24).toString('base64')}+/`,
}
const served = await serveOnLoopback(
  createWebServer({ credentials, buckets: createBuckets(buckets), faults: createFaults() }),
  'object-store',
  port,
)
endWithParent(tied)
process.stdout.write(`${JSON.stringify({ endpoint: `http://127.0.0.1:${served}`, ...credentials })}\n`)
