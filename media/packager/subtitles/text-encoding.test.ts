import { describe, expect, it } from 'vitest'
import { decodeText } from './text-encoding.ts'

const sentence = 'Скажите, пожалуйста, который сейчас час?\n— Уже половина первого, нам пора идти домой.'

/** Bytes of a text in a one-byte code page, found by decoding all 256 bytes. */
function encode(text: string, encoding: string): Uint8Array {
  const table = new TextDecoder(encoding).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))
  return Uint8Array.from(text, (letter) => Math.max(0, table.indexOf(letter)))
}

describe('text of unknown encoding', () => {
  it.each(['windows-1251', 'koi8-r', 'ibm866'])('reads Russian in %s', (encoding) => {
    const plain = sentence.replaceAll('—', '-')
    expect(decodeText(encode(plain, encoding))).toBe(plain)
  })

  it('reads UTF-8 with and without a mark, and UTF-16', () => {
    const uzbek = 'Oʻzbekiston — mening Vatanim'
    expect(decodeText(Buffer.from(uzbek))).toBe(uzbek)
    expect(decodeText(Buffer.from(`\uFEFF${uzbek}`))).toBe(uzbek)
    expect(decodeText(Buffer.from(`\uFEFF${sentence}`, 'utf16le'))).toBe(sentence)
  })
})
