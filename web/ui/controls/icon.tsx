/** The icons, drawn on a 24-pixel grid with lines of 1.8. */
const paths = {
  home: 'M4 11 12 4l8 7M6 9.5V20h4.5v-5.5h3V20H18V9.5',
  tv: 'M4 7.5h16V19H4zM8.5 3.5 12 7.5l3.5-4',
  remote: 'M8 3h8v18H8zM12 7.2h.01M10.3 11h.01M13.7 11h.01M10.3 14h.01M13.7 14h.01M12 17.5h.01',
  film: 'M4.5 5h15v14h-15zM8.5 5v14M15.5 5v14M4.5 9.7h4M4.5 14.3h4M15.5 9.7h4M15.5 14.3h4',
  series: 'M6.5 8.5h14V20h-14zM3.5 16V5h14',
  kids: 'M12 20.5a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM5.5 8.5A2.5 2.5 0 1 1 9 5.8M18.5 8.5A2.5 2.5 0 1 0 15 5.8M9.5 12.5h.01M14.5 12.5h.01M9.8 16c1.4 1.1 3 1.1 4.4 0',
  star: 'M21 12 18.36 14.64 18.36 18.36 14.64 18.36 12 21 9.36 18.36 5.64 18.36 5.64 14.64 3 12 5.64 9.36 5.64 5.64 9.36 5.64 12 3 14.64 5.64 18.36 5.64 18.36 9.36Z',
  bell: 'M6 10a6 6 0 0 1 12 0c0 5 2 6.5 2 6.5H4S6 15 6 10ZM10 19.5a2.2 2.2 0 0 0 4 0',
  news: 'M4 5h13v14H6a2 2 0 0 1-2-2ZM17 9h3v8a2 2 0 0 1-2 2M7.5 9h6M7.5 12.5h6M7.5 16h4',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5c.7-3.7 3.6-5.5 7.5-5.5s6.8 1.8 7.5 5.5',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM16 16l4.5 4.5',
  close: 'M6 6l12 12M18 6 6 18',
  left: 'M14.5 5.5 8 12l6.5 6.5',
  right: 'M9.5 5.5 16 12l-6.5 6.5',
  up: 'M5.5 14.5 12 8l6.5 6.5',
  down: 'M5.5 9.5 12 16l6.5-6.5',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
  eyeOff:
    'M4 4l16 16M9.9 5.8C14.8 4.7 19.3 8 21.5 12a15 15 0 0 1-2.7 3.5M6.3 7.5A14 14 0 0 0 2.5 12c2.3 4.2 6.8 7.5 11.7 6.2M10 10a3 3 0 0 0 4.2 4.2',
  share: 'M12 15V3.5M7.5 8 12 3.5 16.5 8M5 12.5V20h14v-7.5',
  save: 'M12 4v11.5M7 11l5 5 5-5M5 20h14',
  retry: 'M19.5 12a7.5 7.5 0 1 1-2.3-5.4M19.5 3.5v4.2h-4.2',
  noSignal:
    'M3 3l18 18M5 12.6a10 10 0 0 1 4.5-2.5M2 8.9a15 15 0 0 1 4.2-2.7M10.5 5A15 15 0 0 1 22 8.9M15 10.5a10 10 0 0 1 4 2.1M8.5 16a5 5 0 0 1 7 0M12 19.5h.01',
  check: 'M5 12.5 10 17.5 19.5 7',
  logout: 'M14 4H5v16h9M10 12h11M17 8l4 4-4 4',
  globe:
    'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM3 12h18M12 3c3 3 3.5 6 3.5 9s-.5 6-3.5 9c-3-3-3.5-6-3.5-9S9 6 12 3Z',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7v5.5l3.5 2',
  heart:
    'M12 20.2 4.6 12.9a4.7 4.7 0 0 1 0-6.7 4.8 4.8 0 0 1 6.7 0l.7.7.7-.7a4.8 4.8 0 0 1 6.7 0 4.7 4.7 0 0 1 0 6.7L12 20.2Z',
  filter: 'M4 6h16M7 12h10M10 18h4',
  rate: 'M12 3.8l2.5 5.3 5.8.7-4.3 4 1.2 5.8-5.2-2.9-5.2 2.9L8 13.8l-4.3-4 5.8-.7Z',
  flag: 'M5.5 21V4M5.5 4.8c4-2.3 8 2.2 13 0v9c-5 2.2-9-2.3-13 0',
  list: 'M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01',
  guide: 'M4 5h16v14H4zM4 9.7h16M4 14.3h16M11 5v4.7M15.5 9.7v4.6M9 14.3V19',
  mosaic: 'M4 5h7v6H4zM13 5h7v6h-7zM4 13h7v6H4zM13 13h7v6h-7z',
  link: 'M10 14a4 4 0 0 0 5.7 0l3.1-3.1a4 4 0 0 0-5.7-5.7L12 6.3M14 10a4 4 0 0 0-5.7 0l-3.1 3.1a4 4 0 0 0 5.7 5.7l1.1-1.1',
  plus: 'M12 5v14M5 12h14',
  edit: 'M4.5 19.5l1-4.5L16 4.5l3.5 3.5L9 18.5ZM13.5 7l3.5 3.5',
  trash: 'M5 7h14M9.5 7V4.5h5V7M7 7l.8 12.5h8.4L17 7M10.3 11v5M13.7 11v5',
} as const
/** Icons that are a filled shape. */
const filled = {
  rateFilled: 'M12 3.8l2.5 5.3 5.8.7-4.3 4 1.2 5.8-5.2-2.9-5.2 2.9L8 13.8l-4.3-4 5.8-.7Z',
  play: 'M7.5 4.3v15.4a.8.8 0 0 0 1.2.7l12-7.7a.8.8 0 0 0 0-1.4l-12-7.7a.8.8 0 0 0-1.2.7Z',
  heartFilled:
    'M12 20.2 4.6 12.9a4.7 4.7 0 0 1 0-6.7 4.8 4.8 0 0 1 6.7 0l.7.7.7-.7a4.8 4.8 0 0 1 6.7 0 4.7 4.7 0 0 1 0 6.7L12 20.2Z',
  pause: 'M6 4.5h4.2v15H6zM13.8 4.5H18v15h-4.2z',
  bellFilled: 'M6 10a6 6 0 0 1 12 0c0 5 2 6.5 2 6.5H4S6 15 6 10ZM9.2 18.6h5.6a2.9 2.9 0 0 1-5.6 0Z',
} as const

export type IconName = keyof typeof paths | keyof typeof filled

interface IconProps {
  readonly name: IconName
  /** Width and height in pixels; 24 when left out, 1.75 times that on a television. */
  readonly size?: number
  readonly className?: string | undefined
}

/** Decoration only: the text or label beside it says what it means. */
export function Icon({ name, size = 24, className }: IconProps) {
  const line = name in paths
  const d = line ? paths[name as keyof typeof paths] : filled[name as keyof typeof filled]
  return (
    <svg
      className={className}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill={line ? 'none' : 'currentColor'}
      stroke={line ? 'currentColor' : 'none'}
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={d} />
    </svg>
  )
}
