/**
 * WebKit over GStreamer before 1.24 (WebKitGTK, WPE, set-top boxes with them) drops the initialization segment of
 * a stream whenever `SourceBuffer.abort()` is called. Segments appended afterwards are silently ignored and
 * nothing plays, because the library aborts before each seek and each quality change. The Media Source
 * specification keeps the initialization segment, so it is appended again before the first segment after an
 * abort.
 */

/** The method of a source buffer that is replaced. */
export interface Appending {
  appendBuffer(data: BufferSource): void
  abort(): void
  changeType?(type: string): void
}

interface Head {
  readonly bytes: Uint8Array<ArrayBuffer>
  isForgotten: boolean
}

/** Whether this browser is affected. Safari uses Apple's own pipeline and is not. */
export function losesInitOnAbort({ vendor, userAgent }: Pick<Navigator, 'vendor' | 'userAgent'>): boolean {
  return vendor.startsWith('Apple') && /Linux|X11/.test(userAgent)
}

/** Makes the page's source buffers keep their initialization segment over an abort. Called once per page. */
export function reappendInit(prototype: Appending): void {
  const heads = new WeakMap<object, Head>()
  const { appendBuffer, abort, changeType } = prototype
  prototype.appendBuffer = function (data) {
    const bytes = bytesOf(data)
    const head = heads.get(this)
    if (isHead(bytes)) heads.set(this, { bytes: bytes.slice(), isForgotten: false })
    else if (head?.isForgotten === true) {
      appendBuffer.call(this, joined(head.bytes, bytes))
      // Only after a successful append: one that throws, e.g. into a full buffer, is repeated.
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
    // Another codec has another initialization segment, which follows.
    heads.delete(this)
  }
}

function bytesOf(data: BufferSource): Uint8Array {
  return ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data)
}

/** The second word of a box is its type; an initialization segment starts with `ftyp`, or is a bare `moov`. */
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
