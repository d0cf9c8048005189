/** How a tariff looks: its built-in icons, and the colours that are seen on dark and on light pages. Pure. */
import { contrastOf, lightestSurface, mixed, shapeContrast } from './colours.ts'

/** The icons, drawn on a 24-pixel grid with lines of 1.8, as SVG paths. */
export const tariffIcons = {
  tv: 'M4 7.5h16V19H4zM8.5 3.5 12 7.5l3.5-4',
  film: 'M4.5 5h15v14h-15zM8.5 5v14M15.5 5v14M4.5 9.7h4M4.5 14.3h4M15.5 9.7h4M15.5 14.3h4',
  series: 'M6.5 8.5h14V20h-14zM3.5 16V5h14',
  sport:
    'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 8.2l3.6 2.6-1.4 4.2H9.8l-1.4-4.2ZM12 8.2V3.2M15.6 10.8l4.8-1.5M14.2 15l3 4.1M9.8 15l-3 4.1M8.4 10.8 3.6 9.3',
  kids: 'M12 20.5a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM5.5 8.5A2.5 2.5 0 1 1 9 5.8M18.5 8.5A2.5 2.5 0 1 0 15 5.8M9.5 12.5h.01M14.5 12.5h.01M9.8 16c1.4 1.1 3 1.1 4.4 0',
  family:
    'M9 11a3.2 3.2 0 1 0 0-6.4A3.2 3.2 0 0 0 9 11ZM2.8 19.5c.5-3.2 2.9-5 6.2-5s5.7 1.8 6.2 5M15.5 11.1a2.7 2.7 0 1 0-.9-5.2M17.6 14.7c2 .6 3.3 2.2 3.7 4.8',
  home: 'M4 11 12 4l8 7M6 9.5V20h4.5v-5.5h3V20H18V9.5',
  news: 'M4 5h13v14H6a2 2 0 0 1-2-2ZM17 9h3v8a2 2 0 0 1-2 2M7.5 9h6M7.5 12.5h6M7.5 16h4',
  music:
    'M9 17.5V6.2L19.5 4v11.5M9 17.5a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0ZM19.5 15.5a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0Z',
  world:
    'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM3 12h18M12 3c3 3 3.5 6 3.5 9s-.5 6-3.5 9c-3-3-3.5-6-3.5-9S9 6 12 3Z',
  dome: 'M3.5 20.5h17M6.5 20.5V14c0-2.6 2-4.2 5.5-7.5 3.5 3.3 5.5 4.9 5.5 7.5v6.5M12 6.5v-3M10 20.5V16a2 2 0 0 1 4 0v4.5',
  book: 'M12 6.5C10 5 7.5 4.5 3.5 4.5V18c4 0 6.5.5 8.5 2 2-1.5 4.5-2 8.5-2V4.5c-4 0-6.5.5-8.5 2ZM12 6.5V20',
  star: 'M21 12 18.36 14.64 18.36 18.36 14.64 18.36 12 21 9.36 18.36 5.64 18.36 5.64 14.64 3 12 5.64 9.36 5.64 5.64 9.36 5.64 12 3 14.64 5.64 18.36 5.64 18.36 9.36Z',
  crown: 'M4.5 18.5 3 8l5 4 4-7 4 7 5-4-1.5 10.5Z',
  gem: 'M7 4.5h10L21.5 10 12 20.5 2.5 10ZM2.5 10h19M8.5 10 12 20.5 15.5 10 12 4.5Z',
  heart:
    'M12 20.2 4.6 12.9a4.7 4.7 0 0 1 0-6.7 4.8 4.8 0 0 1 6.7 0l.7.7.7-.7a4.8 4.8 0 0 1 6.7 0 4.7 4.7 0 0 1 0 6.7L12 20.2Z',
  bolt: 'M13.5 3 5 13.5h6L10.5 21 19 10.5h-6Z',
} as const

export type TariffIcon = keyof typeof tariffIcons

export const tariffIconNames = Object.keys(tariffIcons) as readonly TariffIcon[]

/** Letters of a description in one language: some sentences. */
export const maxTariffDescription = 400

/** Colours to choose from; each is seen in both themes. */
export const tariffColours: readonly string[] = [
  '#1f8a84',
  '#3a7fc4',
  '#7c6bd0',
  '#b058b8',
  '#cf4f7d',
  '#cf5247',
  '#bf6a1e',
  '#94801f',
  '#4c8b3f',
  '#6f7f89',
]

/** The surface of each theme on which a colour is seen worst: the lightest dark one, the darkest light one. */
const surfaces = { dark: lightestSurface, light: '#efece3' } as const

/** Why a colour is not seen in a theme, and the nearest shade of it that is seen in both. */
export interface TariffColourProblem {
  readonly theme: keyof typeof surfaces
  readonly has: number
  readonly needs: number
  readonly instead: string
}

/** What is wrong with `#rrggbb` as the colour of a tariff; undefined for one that is seen in both themes, and for ''. */
export function tariffColourProblem(colour: string): TariffColourProblem | undefined {
  const lacking = lackingIn(colour)
  return lacking === undefined ? undefined : { ...lacking, instead: nearestSeen(colour, lacking.theme) }
}

function lackingIn(colour: string): Omit<TariffColourProblem, 'instead'> | undefined {
  if (colour === '') return undefined
  for (const theme of ['dark', 'light'] as const) {
    const has = contrastOf(colour, surfaces[theme])
    if (has < shapeContrast) return { theme, has, needs: shapeContrast }
  }
  return undefined
}

/** Lighter by hundredths for the dark theme, darker for the light one: between white and black there is always one. */
function nearestSeen(colour: string, theme: TariffColourProblem['theme']): string {
  for (let share = 1; share < 100; share += 1) {
    const shade = mixed(colour, theme === 'dark' ? '#ffffff' : '#000000', share / 100)
    if (lackingIn(shade) === undefined) return shade
  }
  return tariffColours[0] ?? ''
}
