import { describe, expect, it } from 'vitest'
import { losesInitOnAbort, reappendInit } from './init-after-abort.ts'

function box(type: string, size = 8) {
  const bytes = new Uint8Array(size)
  new DataView(bytes.buffer).setUint32(0, size)
  bytes.set(new TextEncoder().encode(type), 4)
  return bytes
}

function head(mark: number) {
  return Uint8Array.from([...box('ftyp'), ...box('moov', 9).fill(mark, 8)])
}

const segment = Uint8Array.from([...box('moof'), ...box('mdat')])

/** A source buffer as in WebKit over GStreamer: segments after an abort without an init segment are lost. */
class Forgetful {
  readonly appended: Uint8Array[] = []
  isFull = false
  #hasHead = false
  appendBuffer(data: BufferSource): void {
    if (this.isFull) throw new DOMException('full', 'QuotaExceededError')
    const bytes = data instanceof ArrayBuffer ? new Uint8Array(data) : (data as Uint8Array)
    if (String.fromCharCode(...bytes.subarray(4, 8)) === 'ftyp') this.#hasHead = true
    if (this.#hasHead) this.appended.push(bytes)
  }
  abort(): void {
    this.#hasHead = false
  }
  changeType(): void {
    this.#hasHead = false
  }
}

function remembering(): Forgetful {
  class Buffer extends Forgetful {}
  reappendInit(Buffer.prototype)
  return new Buffer()
}

describe('the init segment', () => {
  it('[TVSET-02] is appended again before the first segment after an abort, and only there', () => {
    const buffer = remembering()
    buffer.appendBuffer(head(1).buffer)
    buffer.abort()
    for (let count = 0; count < 2; count += 1) buffer.appendBuffer(segment)
    expect(buffer.appended).toEqual([head(1), Uint8Array.from([...head(1), ...segment]), segment])
  })

  it('[TVSET-02] is the newest one of this source buffer only', () => {
    class Buffer extends Forgetful {}
    reappendInit(Buffer.prototype)
    const [video, audio] = [new Buffer(), new Buffer()]
    video.appendBuffer(head(1))
    video.appendBuffer(head(2))
    audio.appendBuffer(head(3))
    video.abort()
    video.appendBuffer(segment)
    audio.appendBuffer(segment)
    expect(video.appended.at(-1)).toEqual(Uint8Array.from([...head(2), ...segment]))
    expect(audio.appended.at(-1)).toEqual(segment)
  })

  it('[TVSET-02] is not lost when an append fails, and not used for another codec', () => {
    const buffer = remembering()
    buffer.appendBuffer(head(1))
    buffer.abort()
    buffer.isFull = true
    expect(() => buffer.appendBuffer(segment)).toThrow('full')
    buffer.isFull = false
    buffer.appendBuffer(segment)
    expect(buffer.appended.at(-1)).toEqual(Uint8Array.from([...head(1), ...segment]))
    buffer.abort()
    buffer.changeType()
    buffer.appendBuffer(segment)
    expect(buffer.appended.length).toBe(2)
  })

  it('[TVSET-02] is lost only in WebKit over GStreamer', () => {
    const apple = 'Apple Computer, Inc.'
    const kit = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/60.5 Safari/605.1.15'
    expect(losesInitOnAbort({ vendor: apple, userAgent: `Mozilla/5.0 (X11; Linux x86_64) ${kit}` })).toBe(
      true,
    )
    expect(losesInitOnAbort({ vendor: apple, userAgent: `Mozilla/5.0 (Linux; WPE) ${kit}` })).toBe(true)
    expect(losesInitOnAbort({ vendor: apple, userAgent: `Mozilla/5.0 (Macintosh) ${kit}` })).toBe(false)
    expect(
      losesInitOnAbort({ vendor: 'Google Inc.', userAgent: `Mozilla/5.0 (X11; Linux x86_64) ${kit}` }),
    ).toBe(false)
    expect(losesInitOnAbort({ vendor: '', userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Gecko' })).toBe(false)
  })
})
