/**
 * WebKit over GStreamer (WebKitGTK, WPE, the set-top boxes that run it) forgets the head of a stream, its initialization
 * segment, whenever `SourceBuffer.abort()` is called, unless its GStreamer is 1.24 or newer. What is appended then is
 * dropped without a word, and nothing ever plays: the library aborts before each new place and each other quality. The
 * Media Source specification keeps the head, so there it is put before the first segment that follows an abort.
 */

/** The part of a source buffer that is replaced. */
export interface Appending {
  appendBuffer(data: BufferSource): void
  abort(): void
  changeType?(type: string): void
}

interface Head {
  readonly bytes: Uint8Array<ArrayBuffer>
  isForgotten: boolean
}

/** Whether this browser is of that kind. Safari has Apple's own pipeline and forgets nothing. */
export function losesInitOnAbort({ vendor, userAgent }: Pick<Navigator, 'vendor' | 'userAgent'>): boolean {
  return vendor.startsWith('Apple') && /Linux|X11/.test(userAgent)
}

/** Makes source buffers of this kind keep the head of their stream over an abort. Called once for a page. */
export function reappendInit(prototype: Appending): void {
  const heads = new WeakMap<object, Head>()
  const { appendBuffer, abort, changeType } = prototype
  prototype.appendBuffer = function (data) {
    const bytes = bytesOf(data)
    const head = heads.get(this)
    if (isHead(bytes)) heads.set(this, { bytes: bytes.slice(), isForgotten: false })
    else if (head?.isForgotten === true) {
      appendBuffer.call(this, joined(head.bytes, bytes))
      // Only now: an append that throws, as one does into a full buffer, is made again.
      head.isForgotten = false
      return
    }
    appendBuffer.call(this, data)
  }
  prototype.abort = function () {
    abort.call(this)
    const head = heads.get(this)
    if (head !== undefined) head.isForgotten = true
  }
  if (changeType === undefined) return
  prototype.changeType = function (type) {
    changeType.call(this, type)
    // Another codec has another head, which is on its way.
    heads.delete(this)
  }
}

function bytesOf(data: BufferSource): Uint8Array {
  return ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data)
}

/** A box's type is the second word of it; a stream's head begins with `ftyp`, or is a bare `moov`. */
function isHead(bytes: Uint8Array): boolean {
  if (bytes.byteLength < 8) return false
  const type = String.fromCharCode(...bytes.subarray(4, 8))
  return type === 'ftyp' || type === 'moov'
}

function joined(head: Uint8Array, rest: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(head.byteLength + rest.byteLength)
  whole.set(head)
  whole.set(rest, head.byteLength)
  return whole
}
