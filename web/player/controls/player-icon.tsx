/** The icons of the player, on the same 24-pixel grid as the others. */
const lines = {
  back10:
    'M11 5.5 7.5 2.7M7.5 8.3 11 5.5M11 5.5h1.5a7.2 7.2 0 1 1-7.2 7.2M9 10.6l1.5-1v6M13.2 11.3c0-1 .6-1.7 1.5-1.7s1.5.7 1.5 1.7v2.7c0 1-.6 1.7-1.5 1.7s-1.5-.7-1.5-1.7z',
  forward10:
    'M13 5.5l3.5-2.8M16.5 8.3 13 5.5M13 5.5h-1.5a7.2 7.2 0 1 0 7.2 7.2M8 10.6l1.5-1v6M12.2 11.3c0-1 .6-1.7 1.5-1.7s1.5.7 1.5 1.7v2.7c0 1-.6 1.7-1.5 1.7s-1.5-.7-1.5-1.7z',
  volume: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4 4 0 0 1 0 6M18 6.5a7.5 7.5 0 0 1 0 11',
  volumeLow: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4 4 0 0 1 0 6',
  muted: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5',
  subtitles: 'M3.5 5.5h17v13h-17zM7 14.5h5M15 14.5h2M7 11.2h2M12 11.2h5',
  settings:
    'M12 15.2a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4ZM19.3 12c0-.5 0-.9-.1-1.3l1.8-1.4-1.8-3.1-2.2.9a7 7 0 0 0-2.3-1.3L14.4 3.5h-3.6L10.5 5.8a7 7 0 0 0-2.3 1.3L6 6.2 4.2 9.3 6 10.7a7.6 7.6 0 0 0 0 2.6l-1.8 1.4L6 17.8l2.2-.9a7 7 0 0 0 2.3 1.3l.3 2.3h3.6l.3-2.3a7 7 0 0 0 2.3-1.3l2.2.9 1.8-3.1-1.8-1.4c.1-.4.1-.8.1-1.3Z',
  fullscreen: 'M4 9V4.5h4.5M15.5 4.5H20V9M20 15v4.5h-4.5M8.5 19.5H4V15',
  fullscreenOff: 'M8.5 4.5V9H4M20 9h-4.5V4.5M15.5 19.5V15H20M4 15h4.5v4.5',
  share: 'M12 15V3.8M8 7.5l4-4 4 4M5 12v8h14v-8',
  pip: 'M3.5 5h17v14h-17zM12.5 12h5.5v4.5h-5.5z',
  screen: 'M3.5 8.5v-3h17v13h-6M3.5 12a6.5 6.5 0 0 1 6.5 6.5M3.5 15.3a3.2 3.2 0 0 1 3.2 3.2M3.5 18.5h.01',
  list: 'M8.5 6.5h12M8.5 12h12M8.5 17.5h12M4 6.5h.01M4 12h.01M4 17.5h.01',
  guide: 'M3.5 5h17v5h-17zM3.5 14h8.5M3.5 18.5h8.5M15.5 15l2.5 3 2.5-3',
  startOver: 'M5 5v14M19 5.5 9 12l10 6.5z',
  next: 'M19 5v14M5 5.5 15 12 5 18.5z',
  replay: 'M5.5 12a7 7 0 1 0 2.2-5.1M4.5 3.8v4.4h4.4',
  check: 'M5 12.5 10 17.5 19.5 7',
  back: 'M14.5 5.5 8 12l6.5 6.5',
  forward: 'M9.5 5.5 16 12l-6.5 6.5',
  close: 'M6 6l12 12M18 6 6 18',
  keyboard: 'M3 6.5h18v11H3zM6.5 10h.01M10 10h.01M14 10h.01M17.5 10h.01M8 14h8',
  up: 'M5.5 14.5 12 8l6.5 6.5',
  down: 'M5.5 9.5 12 16l6.5-6.5',
  archive: 'M12 21a9 9 0 1 0-8.6-6.3M3 18.5l.4-4 4 .6M12 7.5V12l3 2',
} as const
const filled = {
  play: 'M7.5 4.3v15.4a.8.8 0 0 0 1.2.7l12-7.7a.8.8 0 0 0 0-1.4l-12-7.7a.8.8 0 0 0-1.2.7Z',
  pause: 'M6 4.5h4.2v15H6zM13.8 4.5H18v15h-4.2z',
} as const

export type PlayerIconName = keyof typeof lines | keyof typeof filled

/** Decoration only: the label of the button says what it does. */
export function PlayerIcon({ name, size = 24 }: { readonly name: PlayerIconName; readonly size?: number }) {
  const isLine = name in lines
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill={isLine ? 'none' : 'currentColor'}
      stroke={isLine ? 'currentColor' : 'none'}
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={isLine ? lines[name as keyof typeof lines] : filled[name as keyof typeof filled]} />
    </svg>
  )
}
