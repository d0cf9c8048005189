import { expect, it } from 'vitest'
import { decodeFile } from './decode-file.ts'

it('[OPS-03] reads a list of networks as UTF-8 with or without a mark, and as windows-1251', () => {
  const text = '10.20.0.0/16; Самарканд-1'
  expect(decodeFile(new TextEncoder().encode(text).buffer)).toBe(text)
  expect(decodeFile(new TextEncoder().encode(`\u{FEFF}${text}`).buffer)).toBe(text)
  // «Самарканд» in windows-1251.
  const bytes = Uint8Array.from([0xd1, 0xe0, 0xec, 0xe0, 0xf0, 0xea, 0xe0, 0xed, 0xe4])
  expect(decodeFile(bytes.buffer)).toBe('Самарканд')
})
