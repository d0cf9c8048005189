/** What every picture is drawn into: a television, a phone, a remote control. All are 192 by 120. */
import type { ReactNode } from 'react'
import styles from './step-picture.module.css'

interface FrameProps {
  readonly children?: ReactNode
}

/** The screen is 168 by 92, from 12, 8. */
export function Television({ children }: FrameProps) {
  return (
    <>
      <path className={styles.body} d="M66 117h60l-6-11H72z" />
      <rect className={styles.body} x="8" y="4" width="176" height="102" rx="6" />
      <rect className={styles.screen} x="12" y="8" width="168" height="92" rx="3" />
      {children}
    </>
  )
}

/** The screen is 52 by 100, from `left` + 4, 10. */
export function Phone({ left = 66, children }: FrameProps & { readonly left?: number }) {
  return (
    <>
      <rect className={styles.body} x={left} y="2" width="60" height="116" rx="9" />
      <rect className={styles.screen} x={left + 4} y="10" width="52" height="100" rx="3" />
      {children}
    </>
  )
}

/** A part of the remote control that a step may be about. */
type RemotePart = 'home' | 'arrows' | 'channels'

export function Remote({ lit }: { readonly lit: RemotePart }) {
  const of = (part: RemotePart) => (part === lit ? styles.lit : styles.shape)
  const digits = Array.from({ length: 9 }, (_, at) => ({
    x: 82 + (at % 3) * 14,
    y: 12 + Math.floor(at / 3) * 10,
  }))
  return (
    <>
      <rect className={styles.body} x="70" y="2" width="52" height="116" rx="16" />
      {digits.map(({ x, y }) => (
        <circle key={`${x} ${y}`} className={of('channels')} cx={x} cy={y} r="3.5" />
      ))}
      <circle className={of('arrows')} cx="96" cy="59" r="18" />
      <circle className={styles.hub} cx="96" cy="59" r="8" />
      <text className={styles.keyName} x="96" y="62" textAnchor="middle">
        OK
      </text>
      <path className={styles.arrow} d="M96 44l3 3h-6zM96 74l3-3h-6zM81 59l3-3v6zM111 59l-3-3v6z" />
      <rect className={of('home')} x="88" y="84" width="16" height="14" rx="7" />
      <path
        className={lit === 'home' ? styles.onLit : styles.arrow}
        d="M96 87l5 4.500h-1.500v3.500h-7v-3.500H91z"
      />
      <circle className={of('arrows')} cx="80" cy="91" r="5" />
      <path className={lit === 'arrows' ? styles.onLit : styles.arrow} d="M77 91l4-3v6z" />
      <rect className={of('channels')} x="82" y="103" width="28" height="8" rx="4" />
      <path
        className={lit === 'channels' ? styles.onLit : styles.arrow}
        d="M87 107l3-2.500v5zM105 107l-3-2.500v5z"
      />
    </>
  )
}

/** A browser's address field with a star. */
export function AddressField({ lit }: { readonly lit: 'address' | 'star' }) {
  return (
    <>
      <rect className={styles.shape} x="18" y="14" width="156" height="14" rx="7" />
      {lit === 'address' && <rect className={styles.ring} x="18" y="14" width="156" height="14" rx="7" />}
      <text className={styles.name} x="27" y="24.500">
        https://
      </text>
      <rect className={styles.accent} x="57" y="17.500" width="1.500" height="7" />
      <path
        className={lit === 'star' ? styles.lit : styles.faint}
        d="M164 16l1.500 3.600 3.900.3-3 2.500.9 3.800-3.300-2.100-3.300 2.100.9-3.800-3-2.500 3.900-.3z"
      />
      <rect className={styles.shape} x="18" y="36" width="156" height="56" rx="4" />
    </>
  )
}

const finders: readonly (readonly [number, number])[] = [
  [0, 0],
  [22, 0],
  [0, 22],
]
const modules =
  'M14 0h4v4h-4zM14 8h4v4h-4zM18 14h4v4h-4zM0 14h4v4H0zM8 14h4v4H8zM26 14h4v4h-4zM14 22h4v4h-4zM22 22h4v4h-4zM26 26h6v6h-6zM18 28h4v4h-4z'

/** Looks like a QR code and is none: the real one is beside the steps. */
export function CodeMark({ x, y }: { readonly x: number; readonly y: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect className={styles.paper} x="-4" y="-4" width="40" height="40" rx="2" />
      {finders.map(([left, top]) => (
        <rect
          key={`${left} ${top}`}
          className={styles.finder}
          x={left + 1.5}
          y={top + 1.5}
          width="7"
          height="7"
        />
      ))}
      <path className={styles.ink} d={modules} />
    </g>
  )
}

/** The mark of the app. */
export function AppMark({
  x,
  y,
  size = 22,
}: {
  readonly x: number
  readonly y: number
  readonly size?: number
}) {
  return (
    <>
      <rect className={styles.app} x={x} y={y} width={size} height={size} rx={size / 4} />
      <path
        className={styles.onApp}
        transform={`translate(${x} ${y}) scale(${size / 22})`}
        d="M8.500 6.500l7 4.500-7 4.500z"
      />
    </>
  )
}

/** A wide button with its name. */
export function NamedButton(props: {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly name: string
}) {
  const { x, y, width, name } = props
  return (
    <>
      <rect className={styles.lit} x={x} y={y} width={width} height="13" rx="6.500" />
      <text className={styles.onLit} x={x + width / 2} y={y + 9} textAnchor="middle">
        {name}
      </text>
    </>
  )
}
