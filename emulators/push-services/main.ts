/**
 * The emulated push services of Google (FCM HTTP v1 with OAuth 2.0) and Apple (APNs over HTTP/2),
 * and of browsers (Web Push), on 127.0.0.1.
 *
 *   node emulators/push-services/main.ts --keys <folder> [--http-port 0] [--apns-port 0] [--tie-to-stdin]
 *
 * Makes an operator's keys, writes them to the folder as `service-account.json` and `apns.p8`, and accepts no others.
 * Prints one line of JSON: `page`, its own address, and `fcm` and `apns` in the format of EKRAN_FCM and EKRAN_APNS.
 * Ends on SIGTERM and SIGINT, when its parent ends, and with --tie-to-stdin when stdin closes.
 */
import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { endWithParent, listenOnLoopback, serveOnLoopback } from '#emulators/own-program.ts'
import { createApnsServer } from './apns-server.ts'
import { createDevices } from './devices.ts'
import { createFaults } from './faults.ts'
import { createFcm } from './fcm.ts'
import { createWebPush } from './web-push.ts'
import { createWebServer } from './web-server.ts'

const usage =
  'usage: main.ts --keys <folder> [--http-port <0-65535>] [--apns-port <0-65535>] [--tie-to-stdin]'
const projectId = 'ekran-emulated'
const email = 'ekran@ekran-emulated.iam.gserviceaccount.com'
const apns = { keyId: 'EMULATED01', team: 'EKRANTEAM1', topic: 'uz.example.ekran' }

function refuse(reason: string): never {
  process.stderr.write(`push-services: ${reason}\n${usage}\n`)
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
        keys: { type: 'string' },
        'http-port': { type: 'string', default: '0' },
        'apns-port': { type: 'string', default: '0' },
        'tie-to-stdin': { type: 'boolean', default: false },
      },
    })
    return {
      keys: values.keys ?? refuse('--keys is missing'),
      httpPort: port(values['http-port'], 'http-port'),
      apnsPort: port(values['apns-port'], 'apns-port'),
      tied: values['tie-to-stdin'],
    }
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error))
  }
}

/** A new key pair: the private key as text, the public one to verify with. */
function newKey(kind: 'rsa' | 'ec') {
  const { privateKey, publicKey } =
    kind === 'rsa'
      ? generateKeyPairSync('rsa', { modulusLength: 2048 })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { pem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), publicKey }
}

async function run(): Promise<void> {
  const { keys, httpPort, apnsPort, tied } = readArguments()
  const [google, apple] = [newKey('rsa'), newKey('ec')]
  const [devices, faults] = [createDevices(), createFaults()]
  let page = ''
  const tokenUri = () => `${page}/token`
  const fcm = createFcm({ projectId, email, publicKey: google.publicKey, tokenUri, devices })
  const webPush = createWebPush(() => page, devices)
  const http = await serveOnLoopback(
    createWebServer({ fcm, webPush, devices, faults }),
    'push-services',
    httpPort,
  )
  page = `http://127.0.0.1:${http}`
  const account = { ...apns, publicKey: apple.publicKey }
  const http2 = await listenOnLoopback(
    createApnsServer({ account, devices, faults }),
    'push-services',
    apnsPort,
  )
  mkdirSync(keys, { recursive: true })
  const [accountFile, keyFile] = [resolve(keys, 'service-account.json'), resolve(keys, 'apns.p8')]
  const serviceAccount = {
    type: 'service_account',
    project_id: projectId,
    private_key_id: 'emulated',
    private_key: google.pem,
    client_email: email,
    token_uri: tokenUri(),
  }
  writeFileSync(accountFile, JSON.stringify(serviceAccount, undefined, 2), { mode: 0o600 })
  writeFileSync(keyFile, apple.pem, { mode: 0o600 })
  endWithParent(tied)
  const addresses = {
    page,
    fcm: new URLSearchParams({ key: accountFile, origin: page }).toString(),
    apns: new URLSearchParams({
      key: keyFile,
      key_id: apns.keyId,
      team: apns.team,
      topic: apns.topic,
      origin: `http://127.0.0.1:${http2}`,
    }).toString(),
  }
  process.stdout.write(`${JSON.stringify(addresses)}\n`)
}

await run()
