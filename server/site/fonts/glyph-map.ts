/** Which glyph of a font stands for a character: its table `cmap`. Pure. */

const maxMaps = 40

/** Character → glyph, 0 for none. Throws for a table without a map of Unicode, or one that is cut. */
export function glyphsOf(cmap: Buffer): (character: number) => number {
  const count = Math.min(cmap.readUInt16BE(2), maxMaps)
  const maps: { readonly format: number; readonly map: Buffer }[] = []
  for (let index = 0; index < count; index++) {
    const at = 4 + index * 8
    const [platform, encoding, begin] = [
      cmap.readUInt16BE(at),
      cmap.readUInt16BE(at + 2),
      cmap.readUInt32BE(at + 4),
    ]
    const isUnicode = platform === 0 || (platform === 3 && (encoding === 1 || encoding === 10))
    if (isUnicode) maps.push({ format: cmap.readUInt16BE(begin), map: cmap.subarray(begin) })
  }
  const whole = maps.find(({ format }) => format === 12)
  if (whole !== undefined) return (character) => inGroups(whole.map, character)
  const basic = maps.find(({ format }) => format === 4)
  if (basic === undefined) throw new Error('no map of Unicode')
  return (character) => inSegments(basic.map, character)
}

const groupsAt = 16
const groupBytes = 12

/** Format 12: groups of characters in their order; throws when there are fewer than it says. */
function inGroups(map: Buffer, character: number): number {
  const count = map.readUInt32BE(12)
  if (groupsAt + count * groupBytes > map.length) throw new Error('the groups are cut')
  let [low, high] = [0, count - 1]
  while (low <= high) {
    const middle = (low + high) >>> 1
    const at = groupsAt + middle * groupBytes
    if (character < map.readUInt32BE(at)) high = middle - 1
    else if (character > map.readUInt32BE(at + 4)) low = middle + 1
    else return map.readUInt32BE(at + 8) + character - map.readUInt32BE(at)
  }
  return 0
}

/** Format 4: segments of characters in their order, each with a shift or a list of glyphs; throws when they are cut. */
function inSegments(map: Buffer, character: number): number {
  if (character > 0xffff) return 0
  const double = map.readUInt16BE(6)
  if (16 + double * 4 > map.length) throw new Error('the segments are cut')
  for (let at = 0; at < double; at += 2) {
    if (character > map.readUInt16BE(14 + at)) continue
    const begin = map.readUInt16BE(16 + double + at)
    if (character < begin) return 0
    const shift = map.readUInt16BE(16 + double * 2 + at)
    const rangeAt = 16 + double * 3 + at
    const range = map.readUInt16BE(rangeAt)
    if (range === 0) return (character + shift) & 0xffff
    const glyph = map.readUInt16BE(rangeAt + range + (character - begin) * 2)
    return glyph === 0 ? 0 : (glyph + shift) & 0xffff
  }
  return 0
}
