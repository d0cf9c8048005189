/** Film grain as a small repeated picture: a noise filter would cost more than everything else on the sheet. */
import { deflateSync } from 'node:zlib'
import { randomFrom } from './random.ts'

const side = 96

const crcTable = Array.from({ length: 256 }, (_, i) => {
  let c = i
  for (let k = 0; k < 8; k += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
  return c >>> 0
})

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  let crc = 0xffffffff
  for (const byte of body) crc = (crcTable[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8)
  const whole = Buffer.alloc(body.length + 8)
  whole.writeUInt32BE(data.length, 0)
  body.copy(whole, 4)
  whole.writeUInt32BE((crc ^ 0xffffffff) >>> 0, body.length + 4)
  return whole
}

/** A palette PNG of four tones: clear, faint white, faint black, clear. */
function grainPng(): string {
  const r = randomFrom(96)
  const rows: number[] = []
  for (let y = 0; y < side; y += 1) {
    rows.push(0)
    for (let x = 0; x < side; x += 4) {
      let byte = 0
      for (let k = 0; k < 4; k += 1) byte = (byte << 2) | Math.floor(r() * 4)
      rows.push(byte)
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([2, 3, 0, 0, 0], 8)
  const png = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from([0, 0, 0, 255, 255, 255, 0, 0, 0, 255, 255, 255])),
    chunk('tRNS', Buffer.from([0, 13, 16, 4])),
    chunk('IDAT', deflateSync(Buffer.from(rows), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
  return `data:image/png;base64,${png.toString('base64')}`
}

const png = grainPng()

/** A layer of grain over a picture. */
export function grain(id: string, w: number, h: number): string {
  return `<defs><pattern id="${id}" width="${side}" height="${side}" patternUnits="userSpaceOnUse"><image width="${side}" height="${side}" href="${png}"/></pattern></defs><rect width="${w}" height="${h}" fill="url(#${id})"/>`
}
