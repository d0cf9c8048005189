/** A certificate signed by no authority, created here: many encoders have one. */
import { generateKeyPairSync, sign } from 'node:crypto'

function der(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

function sequence(...contents: readonly Uint8Array[]): Buffer {
  return der(0x30, ...contents)
}

function hex(digits: string): Buffer {
  return Buffer.from(digits, 'hex')
}

function time(at: Date): Buffer {
  return der(0x17, Buffer.from(`${at.toISOString().slice(2, 19).replaceAll(/\D/g, '')}Z`))
}

/** Key and certificate (PEM) of a server, valid for a day. */
export function selfSigned(name: string): { readonly key: string; readonly cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const ecdsaWithSha256 = sequence(der(0x06, hex('2a8648ce3d040302')))
  const subject = sequence(der(0x31, sequence(der(0x06, hex('550403')), der(0x0c, Buffer.from(name)))))
  const validity = sequence(time(new Date(Date.now() - 86_400_000)), time(new Date(Date.now() + 86_400_000)))
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  const body = sequence(der(0x02, hex('01')), ecdsaWithSha256, subject, validity, subject, spki)
  const signature = der(0x03, hex('00'), sign('sha256', body, privateKey))
  const lines =
    sequence(body, ecdsaWithSha256, signature)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
  }
}
