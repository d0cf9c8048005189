/** SHOUTcast 1 answers `ICY 200 OK`, which is not HTTP: the parser of node:http refuses it. */
import { connect } from 'node:net'
import { Duplex } from 'node:stream'
import type { Connection } from './source-guard.ts'

const icy = Buffer.from('ICY ')
const http = Buffer.from('HTTP/1.0 ')

/** Whether a request failed because of such an answer. */
export function isIcyAnswer(error: NodeJS.ErrnoException): boolean {
  const { rawPacket } = error as { readonly rawPacket?: unknown }
  return error.code === 'HPE_INVALID_CONSTANT' && rawPacket instanceof Buffer && startsIcy(rawPacket)
}

function startsIcy(bytes: Buffer): boolean {
  return bytes.subarray(0, icy.length).equals(icy)
}

/** A connection to an HTTP server whose answer is read as HTTP/1.0 where it begins with `ICY`. */
export function icyConnection(to: URL, connection: Connection): Duplex {
  const port = to.port === '' ? 80 : Number(to.port)
  const socket = connect({ host: to.hostname.replace(/^\[|\]$/g, ''), port, ...connection })
  let isFirst = true
  const duplex = new Duplex({
    read: () => void socket.resume(),
    write: (bytes: Buffer, encoding, done) => void socket.write(bytes, encoding, done),
    final: (done) => void socket.end(done),
    destroy: (error, done) => {
      socket.destroy()
      done(error)
    },
  })
  socket.on('data', (bytes: Buffer) => {
    const isIcy = isFirst && startsIcy(bytes)
    isFirst = false
    if (!duplex.push(isIcy ? Buffer.concat([http, bytes.subarray(icy.length)]) : bytes)) socket.pause()
  })
  socket.on('end', () => duplex.push(null))
  socket.on('error', (error) => duplex.destroy(error))
  return duplex
}
