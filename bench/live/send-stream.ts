/**
 * Sends one transport stream to a multicast group on the loopback endlessly, in real time: a separate process, whose
 * CPU is not counted. Any number of receivers join the group; the kernel copies each datagram to all of them. Frames
 * are sent evenly over their own duration. Prints when it started (Unix ms); key frames follow every 2 s.
 */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'

const [path = '', group = '239.255.42.42', port = '5500'] = process.argv.slice(2)
const packetBytes = 188
const datagram = 7 * packetBytes
const [VIDEO_PID, PCR_FLAG] = [0x100, 0x10]
/** The frame duration of the stream that the bench generates. */
const frameMs = 40

const bytes = readFileSync(path)

/** The byte offsets of the stream's timestamps, and of the first packet of each frame. */
function survey(): { stamps: number[]; clocks: number[]; pictures: number[] } {
  const [stamps, clocks, pictures]: [number[], number[], number[]] = [[], [], []]
  for (let at = 0; at + packetBytes <= bytes.length; at += packetBytes) {
    const control = bytes.readUInt8(at + 3)
    const options = control & 0x20 ? bytes.readUInt8(at + 4) : 0
    if (options > 0 && bytes.readUInt8(at + 5) & PCR_FLAG) clocks.push(at + 6)
    if (!(bytes.readUInt8(at + 1) & 0x40) || !(control & 0x10)) continue
    const pes = at + 4 + (control & 0x20 ? 1 + options : 0)
    if (bytes.readUIntBE(pes, 3) !== 1) continue
    const flags = bytes.readUInt8(pes + 7)
    if (flags & 0x80) stamps.push(pes + 9)
    if (flags & 0x40) stamps.push(pes + 14)
    if ((bytes.readUInt16BE(at + 1) & 0x1fff) === VIDEO_PID) pictures.push(at)
  }
  return { stamps, clocks, pictures }
}

const { stamps, clocks, pictures } = survey()
const lengthMs = pictures.length * frameMs

/** The next round of the file continues the previous one: timestamps and counters increase. */
function moveOn(): void {
  const ticks = lengthMs * 90
  for (const at of stamps) {
    const [a, bc, de] = [bytes.readUInt8(at), bytes.readUInt16BE(at + 1), bytes.readUInt16BE(at + 3)]
    const stamp = (((a >> 1) & 7) * 2 ** 30 + (bc >> 1) * 2 ** 15 + (de >> 1) + ticks) % 2 ** 33
    bytes.writeUInt8((a & 0xf1) | (Math.floor(stamp / 2 ** 30) << 1), at)
    bytes.writeUInt16BE(((Math.floor(stamp / 2 ** 15) & 0x7fff) << 1) | 1, at + 1)
    bytes.writeUInt16BE(((stamp & 0x7fff) << 1) | 1, at + 3)
  }
  for (const at of clocks) {
    const base = (bytes.readUInt32BE(at) * 2 + (bytes.readUInt8(at + 4) >> 7) + ticks) % 2 ** 33
    bytes.writeUInt32BE(Math.floor(base / 2), at)
    bytes.writeUInt8((bytes.readUInt8(at + 4) & 0x7f) | ((base & 1) << 7), at + 4)
  }
  const counts = new Map<number, number>()
  for (let at = 0; at + packetBytes <= bytes.length; at += packetBytes) {
    if (!(bytes.readUInt8(at + 3) & 0x10)) continue
    const pid = bytes.readUInt16BE(at + 1) & 0x1fff
    const last = counts.get(pid) ?? bytes.readUInt8(at + 3) + (counters.get(pid) ?? 0) - 1
    counts.set(pid, last + 1)
    bytes.writeUInt8((bytes.readUInt8(at + 3) & 0xf0) | ((last + 1) & 15), at + 3)
  }
}

/** Packets with a payload of each PID in one round of the file. */
const counters = new Map<number, number>()
for (let at = 0; at + packetBytes <= bytes.length; at += packetBytes)
  if (bytes.readUInt8(at + 3) & 0x10) {
    const pid = bytes.readUInt16BE(at + 1) & 0x1fff
    counters.set(pid, (counters.get(pid) ?? 0) + 1)
  }

/** Bytes that have been sent after this time in this round. */
function dueAt(ms: number): number {
  const picture = Math.floor(ms / frameMs)
  const from = pictures[picture] ?? bytes.length
  const to = pictures[picture + 1] ?? bytes.length
  return from + (to - from) * (ms / frameMs - picture)
}

const socket = createSocket('udp4').bind(0)
await once(socket, 'listening')
socket.setMulticastInterface('127.0.0.1')
socket.setMulticastLoopback(true)
let beganAtMs = Date.now()
let sent = 0
console.log(beganAtMs)
setInterval(() => {
  const due = dueAt(Math.min(Date.now() - beganAtMs, lengthMs))
  while (sent < bytes.length && sent + datagram <= due + packetBytes) {
    socket.send(bytes.subarray(sent, sent + datagram), Number(port), group)
    sent += datagram
  }
  if (Date.now() - beganAtMs < lengthMs) return
  if (sent < bytes.length) socket.send(Buffer.from(bytes.subarray(sent)), Number(port), group)
  moveOn()
  beganAtMs += lengthMs
  sent = 0
}, 5)
