/** Icons, 20 by 20, drawn with the current colour; always beside a text or in a control with a name. */

const paths = {
  menu: 'M4 6h16M4 12h16M4 18h16',
  close: 'M6 6l12 12M18 6L6 18',
  search: 'M11 5a6 6 0 1 0 0 12a6 6 0 0 0 0-12M20 20l-4.6-4.6',
  sun: 'M12 8a4 4 0 1 0 0 8a4 4 0 0 0 0-8M12 2v2M12 20v2M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4M2 12h2M20 12h2M4.9 19.1l1.4-1.4M17.7 6.3l1.4-1.4',
  moon: 'M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.500 10.500z',
  screen: 'M4 5h16v11H4zM9 20h6M12 16v4',
  globe: 'M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18M3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18',
  people:
    'M9 5a3.500 3.500 0 1 0 0 7a3.500 3.500 0 0 0 0-7M3 20c0-3.500 2.500-5.500 6-5.500s6 2 6 5.500M16 5.500a3.500 3.500 0 0 1 0 6.500M17.500 14.800c2.200.7 3.500 2.500 3.500 5.200',
  person: 'M12 4a4 4 0 1 0 0 8a4 4 0 0 0 0-8M4.500 20.500c0-4 3-6 7.500-6s7.500 2 7.500 6',
  log: 'M6 3h9l4 4v14H6zM15 3v4h4M9 11h7M9 15h7M9 19h4',
  shield: 'M12 3l8 3v6c0 5-3.500 7.800-8 9c-4.500-1.200-8-4-8-9V6zM9 12l2 2l4-4',
  key: 'M8 11a4 4 0 1 0 0 8a4 4 0 0 0 0-8M11 12.200L20 4M16 7.500l3 3M13.500 9.800l2 2',
  phone: 'M7 3h10v18H7zM11 17.500h2',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  check: 'M5 12.500l4.500 4.500L19 7.500',
  down: 'M7 10l5 5l5-5',
  up: 'M7 14l5-5l5 5',
  back: 'M14 6l-6 6l6 6',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  print: 'M7 9V3h10v6M7 17H4V9h16v8h-3M7 14h10v7H7z',
  eye: 'M2.500 12C5 7.500 8.300 5.500 12 5.500s7 2 9.500 6.500c-2.500 4.500-5.800 6.500-9.500 6.500s-7-2-9.500-6.500M12 9.500a2.500 2.500 0 1 0 0 5a2.500 2.500 0 0 0 0-5',
  hidden:
    'M4 4l16 16M9.500 5.800c.8-.2 1.600-.3 2.500-.3c3.700 0 7 2 9.500 6.500c-.8 1.400-1.700 2.600-2.700 3.500M6 7.500C4.700 8.600 3.500 10.100 2.500 12c2.500 4.500 5.800 6.500 9.500 6.500c1.700 0 3.200-.4 4.700-1.200',
  out: 'M10 4H5v16h5M14 8l4 4l-4 4M18 12H9',
  keyboard: 'M3 7h18v10H3zM7 11h.01M11 11h.01M15 11h.01M8 14h8',
  open: 'M10 5H5v14h14v-5M14 4h6v6M20 4l-9 9',
  warning: 'M12 4l9 16H3zM12 10v4M12 17h.01',
  add: 'M12 5v14M5 12h14',
  pause: 'M9 5v14M15 5v14',
  play: 'M8 5l11 7l-11 7z',
  clock: 'M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18M12 7v5l3.500 2',
  film: 'M4 4h16v16H4zM8 4v16M16 4v16M4 8h4M4 12h16M4 16h4M16 8h4M16 16h4',
  star: 'M12 4l2.400 5.200l5.600 .6l-4.200 3.800l1.200 5.600L12 16.300L7 19.200l1.200-5.600L4 9.800l5.600-.6z',
  news: 'M4 5h13v14H6a2 2 0 0 1-2-2zM17 9h3v8a2 2 0 0 1-2 2M7 9h7M7 12h7M7 15h4',
  send: 'M4 12L20 4l-5 16l-4-6zM11 14l9-10',
  bell: 'M6 17V11a6 6 0 0 1 12 0v6l2 2H4zM10 21.500h4',
  tools:
    'M14.500 6.200a4.200 4.200 0 0 0-5.300 5.300L4 16.700V20h3.300l5.200-5.200a4.200 4.200 0 0 0 5.300-5.300l-2.600 2.600l-2.800-.5l-.5-2.800z',
  pulse: 'M3 12h4l3-7l4 14l3-7h4',
  rails: 'M4 5h16M4 9h4v5H4zM10 9h4v5h-4zM16 9h4v5h-4zM4 19h16',
  collection: 'M4 8h13v12H4zM7 5h13v12M8 14h5M10.500 11.500v5',
  chart: 'M4 20h16M7 16v-5M12 16V5M17 16v-8',
  drag: 'M9 6h.01M9 12h.01M9 18h.01M15 6h.01M15 12h.01M15 18h.01',
  tag: 'M4 11V4h7l9 9l-7 7zM8 8h.01',
  history: 'M4 5v5h5M4.600 10a8 8 0 1 1-.6 4M12 8v5l3 2',
} as const

export type IconName = keyof typeof paths

export function Icon({ name, size = 20 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'more' || name === 'drag' ? 3 : 1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  )
}

/** The eight-pointed star of the brand. */
export function Star() {
  return (
    <svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true">
      <path
        fill="var(--firuza)"
        d="M16 1.500l4.240 4.260h6v6L30.500 16l-4.260 4.240v6h-6L16 30.500l-4.240-4.260h-6v-6L1.500 16l4.260-4.240v-6h6z"
      />
      <path fill="var(--bg1)" d="M13 10.500v11l9-5.500z" />
    </svg>
  )
}
