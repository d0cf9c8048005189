import { useMemo } from 'react'
import { encode } from 'uqr'
import { classes } from '#web/ui/text/class-names.ts'
import styles from './qr-code.module.css'

interface QrCodeProps {
  /** The content: an address or a number. */
  readonly text: string
  /** What it is for, read aloud. */
  readonly label: string
  /** Width and height in pixels, including the white border; 200 when left out. */
  readonly size?: number
  readonly className?: string | undefined
}

/** The white border that scanners need, in modules (ISO 18004 requires four). */
const edge = 4

/** A QR code, dark on white in any theme: many cameras do not read inverted ones. */
export function QrCode({ text, label, size = 200, className }: QrCodeProps) {
  const { side, path } = useMemo(() => drawing(text), [text])
  return (
    <svg
      className={classes(styles.code, className)}
      width={size}
      height={size}
      viewBox={`0 0 ${side} ${side}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={side} height={side} fill="#fff" />
      <path d={path} fill="#0b1117" />
    </svg>
  )
}

/** One path of all dark modules; adjacent modules are one stroke. */
function drawing(text: string): { readonly side: number; readonly path: string } {
  const { data, size } = encode(text, { ecc: 'M', border: edge })
  const runs: string[] = []
  data.forEach((row, y) => {
    let from = -1
    for (let x = 0; x <= size; x++) {
      const dark = row[x] === true
      if (dark && from === -1) from = x
      if (dark || from === -1) continue
      runs.push(`M${from} ${y}h${x - from}v1h${from - x}z`)
      from = -1
    }
  })
  return { side: size, path: runs.join('') }
}
