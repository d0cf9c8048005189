import { describe, expect, it } from 'vitest'
import { buildPacket, buildPat, buildPmt } from '#tests/kit/media/packets.ts'
import { ProgramTables } from './program-tables.ts'
import type { ElementaryStream } from './sections.ts'

const h264 = { type: 0x1b, pid: 0x101 }
const aac = { type: 0x0f, pid: 0x102 }

/** The selected streams one after the other, by their PIDs. */
function followed() {
  const chosen: number[][] = []
  const tables = new ProgramTables((streams: readonly ElementaryStream[]) =>
    chosen.push(streams.map(({ pid }) => pid)),
  )
  let counter = 0
  const push = (pid: number, section: Uint8Array, broken: object = {}) => {
    counter += 1
    const payload = Uint8Array.from([0, ...section])
    tables.packet(buildPacket({ pid, counter, payload, begins: true, ...broken }), 0, pid)
  }
  return { chosen, push }
}

describe('the selected streams', () => {
  it('are those of the only programme, reported once, until they change', () => {
    const { chosen, push } = followed()
    push(0x1000, buildPmt(1, [h264]))
    expect(chosen, 'a map that no table names').toEqual([])
    push(0, buildPat([[1, 0x1000]]))
    push(0x1000, buildPmt(1, [h264, aac]))
    push(0x1000, buildPmt(1, [h264, aac]))
    expect(chosen).toEqual([[0x101, 0x102]])
    push(0x1000, buildPmt(1, [h264]))
    expect(chosen).toEqual([[0x101, 0x102], [0x101]])
  })

  it('are those of the first programme with video, after all maps have arrived', () => {
    const { chosen, push } = followed()
    push(
      0,
      buildPat([
        [1, 0x1000],
        [2, 0x1001],
        [3, 0x1002],
      ]),
    )
    push(0x1000, buildPmt(1, [aac]))
    push(0x1002, buildPmt(3, [{ type: 0x1b, pid: 0x301 }]))
    expect(chosen).toEqual([])
    push(0x1001, buildPmt(2, [{ type: 0x1b, pid: 0x201 }]))
    expect(chosen).toEqual([[0x201]])
  })

  it('do not wait for a map that never comes', () => {
    const { chosen, push } = followed()
    push(
      0,
      buildPat([
        [1, 0x1000],
        [2, 0x1001],
      ]),
    )
    push(0x1001, buildPmt(2, [h264]))
    expect(chosen).toEqual([])
    push(0x1001, buildPmt(2, [h264]))
    expect(chosen).toEqual([[0x101]])
  })

  it('are audio where no programme has video, and none without both', () => {
    const radio = followed()
    radio.push(0, buildPat([[1, 0x1000]]))
    radio.push(0x1000, buildPmt(1, [aac]))
    expect(radio.chosen).toEqual([[0x102]])
    const data = followed()
    data.push(0, buildPat([[1, 0x1000]]))
    data.push(0x1000, buildPmt(1, [{ type: 0x86, pid: 0x103 }]))
    expect(data.chosen).toEqual([])
  })

  it('are not read from damaged or scrambled packets', () => {
    const { chosen, push } = followed()
    push(0, buildPat([[1, 0x1000]]))
    push(0x1000, buildPmt(1, [h264]), { isBroken: true })
    push(0x1000, buildPmt(1, [h264]), { scrambled: true })
    expect(chosen).toEqual([])
  })

  it('are read again when the table names other maps', () => {
    const { chosen, push } = followed()
    push(0, buildPat([[1, 0x1000]]))
    push(0x1000, buildPmt(1, [h264]))
    push(0, buildPat([[1, 0x1001]]))
    push(0x1000, buildPmt(1, [aac]))
    push(0x1001, buildPmt(1, [{ type: 0x1b, pid: 0x201 }]))
    expect(chosen).toEqual([[0x101], [0x201]])
  })
})
