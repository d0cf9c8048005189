/** One picture for each kind of step. */
import type { ReactNode } from 'react'
import type { StepPictureName } from '#contract/site/information.ts'
import { AddressField, AppMark, CodeMark, NamedButton, Phone, Remote, Television } from './frames.tsx'
import styles from './step-picture.module.css'

/** The names on drawn buttons, and that of the service. */
export interface ButtonNames {
  readonly service: string
  readonly install: string
  readonly confirm: string
  readonly pin: string
}

const cards = [0, 1, 2, 3].map((at) => 20 + at * 40)
const code = '4821 7306'

export const drawings: Readonly<Record<StepPictureName, (names: ButtonNames) => ReactNode>> = {
  network: () => (
    <Television>
      <path className={styles.wave} d="M78 50a26 26 0 0136 0M85 58a16 16 0 0122 0" />
      <circle className={styles.accent} cx="96" cy="66" r="4" />
      <path className={styles.wire} d="M184 92h6v26" />
    </Television>
  ),
  'home-key': () => <Remote lit="home" />,
  address: () => (
    <Television>
      <AddressField lit="address" />
    </Television>
  ),
  bookmark: () => (
    <Television>
      <AddressField lit="star" />
    </Television>
  ),
  'store-search': ({ install, service }) => (
    <Television>
      <rect className={styles.shape} x="18" y="14" width="156" height="14" rx="7" />
      <text className={styles.name} x="27" y="24.500">
        {service}
      </text>
      <AppMark x={26} y={40} size={40} />
      <rect className={styles.faint} x="76" y="42" width="64" height="6" rx="3" />
      <rect className={styles.shape} x="76" y="52" width="88" height="4" rx="2" />
      <NamedButton x={76} y={64} width={66} name={install} />
    </Television>
  ),
  start: () => (
    <Television>
      <rect className={styles.shape} x="18" y="14" width="156" height="46" rx="4" />
      {[0, 1, 2, 3, 4, 5].map((at) => (
        <rect key={at} className={styles.shape} x={18 + at * 26.4} y="70" width="22" height="22" rx="5" />
      ))}
      <AppMark x={44.4} y={70} />
      <rect className={styles.ring} x="42.400" y="68" width="26" height="26" rx="7" />
    </Television>
  ),
  code: () => (
    <Television>
      <CodeMark x={34} y={38} />
      <text className={styles.code} x="86" y="52">
        {code}
      </text>
      <rect className={styles.faint} x="86" y="60" width="70" height="4" rx="2" />
      <rect className={styles.shape} x="86" y="68" width="52" height="4" rx="2" />
    </Television>
  ),
  scan: () => (
    <>
      <Television>
        <CodeMark x={34} y={38} />
      </Television>
      <Phone left={118}>
        <g transform="translate(92 8)">
          <CodeMark x={40} y={36} />
        </g>
        <path className={styles.corner} d="M126 46v-8h8M162 38h8v8M170 76v8h-8M134 84h-8v-8" />
      </Phone>
    </>
  ),
  allow: ({ confirm }) => (
    <Phone>
      <text className={styles.code} x="96" y="44" textAnchor="middle">
        {code}
      </text>
      <rect className={styles.faint} x="76" y="54" width="40" height="4" rx="2" />
      <rect className={styles.shape} x="80" y="62" width="32" height="4" rx="2" />
      <NamedButton x={72} y={80} width={48} name={confirm} />
    </Phone>
  ),
  ready: () => (
    <Television>
      <AppMark x={18} y={14} size={12} />
      <rect className={styles.shape} x="18" y="32" width="156" height="26" rx="4" />
      {cards.map((x) => (
        <rect key={x} className={styles.shape} x={x - 2} y="66" width="36" height="26" rx="4" />
      ))}
      <rect className={styles.ring} x="16" y="64" width="40" height="30" rx="5" />
    </Television>
  ),
  'phone-address': () => (
    <Phone>
      <rect className={styles.shape} x="74" y="15" width="44" height="12" rx="6" />
      <rect className={styles.ring} x="74" y="15" width="44" height="12" rx="6" />
      <text className={styles.name} x="79" y="24">
        https://
      </text>
      <rect className={styles.shape} x="74" y="34" width="44" height="68" rx="3" />
    </Phone>
  ),
  'phone-login': () => (
    <Phone>
      <AppMark x={87} y={18} size={18} />
      <rect className={styles.shape} x="75" y="46" width="42" height="12" rx="4" />
      <text className={styles.name} x="79" y="55">
        +998
      </text>
      <rect className={styles.shape} x="75" y="62" width="42" height="12" rx="4" />
      <path className={styles.dots} d="M80 68h.1M86 68h.1M92 68h.1M98 68h.1" />
      <rect className={styles.lit} x="75" y="80" width="42" height="12" rx="6" />
    </Phone>
  ),
  'phone-menu': ({ pin }) => (
    <Phone>
      <path className={styles.dots} d="M117 15h.1M117 20h.1M117 25h.1" />
      <rect className={styles.shape} x="72" y="32" width="48" height="66" rx="4" />
      <rect className={styles.faint} x="77" y="39" width="30" height="4" rx="2" />
      <rect className={styles.faint} x="77" y="49" width="36" height="4" rx="2" />
      <NamedButton x={74} y={58} width={44} name={pin} />
      <rect className={styles.faint} x="77" y="77" width="26" height="4" rx="2" />
    </Phone>
  ),
  'phone-icon': () => (
    <Phone>
      {[0, 1, 2].map((row) =>
        [0, 1, 2].map((column) => (
          <rect
            key={`${row} ${column}`}
            className={styles.shape}
            x={74 + column * 16}
            y={22 + row * 18}
            width="12"
            height="12"
            rx="3.500"
          />
        )),
      )}
      <AppMark x={90} y={40} size={12} />
      <rect className={styles.ring} x="88" y="38" width="16" height="16" rx="5" />
    </Phone>
  ),
  'phone-store': ({ install }) => (
    <Phone>
      <AppMark x={76} y={20} size={20} />
      <rect className={styles.faint} x="100" y="23" width="16" height="4" rx="2" />
      <rect className={styles.shape} x="100" y="31" width="14" height="4" rx="2" />
      <NamedButton x={73} y={48} width={46} name={install} />
      <rect className={styles.shape} x="76" y="70" width="18" height="30" rx="3" />
      <rect className={styles.shape} x="98" y="70" width="18" height="30" rx="3" />
    </Phone>
  ),
  'remote-arrows': () => <Remote lit="arrows" />,
  'tv-menu': () => (
    <Television>
      <rect className={styles.shape} x="12" y="8" width="44" height="92" rx="3" />
      <AppMark x={18} y={14} size={12} />
      {[36, 50, 64, 78].map((y) => (
        <rect
          key={y}
          className={y === 50 ? styles.lit : styles.faint}
          x="19"
          y={y}
          width="28"
          height="5"
          rx="2.500"
        />
      ))}
      {[16, 62].map((y) =>
        [66, 104, 142].map((x) => (
          <rect key={`${x} ${y}`} className={styles.shape} x={x} y={y} width="32" height="30" rx="4" />
        )),
      )}
    </Television>
  ),
  'remote-channels': () => <Remote lit="channels" />,
}
