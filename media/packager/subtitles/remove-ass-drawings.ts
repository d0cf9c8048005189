// `m 0 0 l 100 0 100 100`: the ASS commands that draw a sign or a box. ffmpeg treats them as text.
const drawing = /^m\s+-?[\d.]+\s+-?[\d.]+(?:\s+(?:[mnlbspc]|-?[\d.]+))*$/i

function isDrawing(line: string): boolean {
  return drawing.test(line.replaceAll(/<[^<>]*>/g, '').trim())
}

/** WebVTT without ASS drawings; a cue that contains nothing else is removed. */
export function removeAssDrawings(vtt: string): string {
  return vtt
    .split('\n\n')
    .flatMap((block) => {
      const lines = block.split('\n')
      const remaining = lines.filter((line) => !isDrawing(line))
      const words = remaining.slice(remaining.findIndex((line) => line.includes('-->')) + 1)
      if (remaining.length === lines.length || words.some((line) => line.trim() !== ''))
        return [remaining.join('\n')]
      return []
    })
    .join('\n\n')
}
