import { cumulus, sea, space, storm } from './air.ts'
import { caravan, forest, lane, mountains, road, steppe } from './land.ts'
import { inside, maze, portrait, thing, windows } from './paper.ts'
import { blossom, girih, ikat, stage } from './pattern.ts'
import { city, corridor, madrasa, train } from './town.ts'
import { toys } from './toys.ts'
import { makeInk, type Layer, type Painter } from '#db/demo/painting/ink.ts'
import { paletteNamed, pickPalette, type Palette } from '#db/demo/painting/palette.ts'
import { randomFrom, seedOf } from '#db/demo/painting/random.ts'

interface Family {
  readonly paint: Painter
  readonly palettes: readonly string[]
}

const families = {
  mountains: {
    paint: mountains,
    palettes: ['dusk', 'lapis', 'dawn', 'ice', 'firuza', 'ember', 'moss', 'copper'],
  },
  caravan: { paint: caravan, palettes: ['sand', 'ember', 'dusk', 'noon', 'saffron', 'copper', 'lapis'] },
  steppe: { paint: steppe, palettes: ['noon', 'dusk', 'dawn', 'copper', 'firuza', 'ember', 'saffron'] },
  road: { paint: road, palettes: ['dusk', 'ember', 'neon', 'copper', 'steel', 'dawn'] },
  forest: { paint: forest, palettes: ['moss', 'abyss', 'copper', 'ice', 'plum'] },
  lane: { paint: lane, palettes: ['dawn', 'meadow', 'copper', 'firuza', 'dusk', 'saffron'] },
  city: { paint: city, palettes: ['neon', 'lapis', 'steel', 'noir', 'plum', 'copper', 'abyss'] },
  madrasa: { paint: madrasa, palettes: ['dusk', 'firuza', 'lapis', 'sand', 'dawn', 'ember', 'noon'] },
  train: { paint: train, palettes: ['dusk', 'copper', 'steel', 'lapis', 'ember', 'ice'] },
  corridor: { paint: corridor, palettes: ['noir', 'steel', 'abyss', 'pomegranate', 'moss'] },
  sea: { paint: sea, palettes: ['lapis', 'firuza', 'dusk', 'abyss', 'sky', 'ember'] },
  space: { paint: space, palettes: ['mars', 'plum', 'lapis', 'neon', 'abyss', 'firuza'] },
  storm: { paint: storm, palettes: ['steel', 'abyss', 'plum', 'noir', 'lapis', 'moss'] },
  cumulus: { paint: cumulus, palettes: ['sky', 'violetDay', 'meadow', 'dawn', 'noon', 'candy'] },
  girih: { paint: girih, palettes: ['lapis', 'firuza', 'pomegranate', 'plum', 'copper', 'abyss'] },
  ikat: { paint: ikat, palettes: ['pomegranate', 'plum', 'firuza', 'ember', 'lapis', 'copper'] },
  stage: { paint: stage, palettes: ['neon', 'plum', 'pomegranate', 'lapis', 'ember', 'firuza'] },
  blossom: { paint: blossom, palettes: ['rose', 'dawn', 'violetDay', 'mint', 'dusk', 'candy'] },
  portrait: {
    paint: portrait,
    palettes: ['pomegranate', 'firuza', 'plum', 'sand', 'cream', 'rose', 'dusk', 'olive'],
  },
  inside: { paint: inside, palettes: ['dusk', 'lapis', 'firuza', 'cream', 'olive', 'ember', 'moss'] },
  thing: {
    paint: thing,
    palettes: ['cream', 'mint', 'saffron', 'rose', 'olive', 'sand', 'candy', 'violetDay'],
  },
  maze: { paint: maze, palettes: ['saffron', 'noir', 'cream', 'firuza', 'pomegranate', 'steel'] },
  windows: { paint: windows, palettes: ['noir', 'copper', 'plum', 'lapis', 'steel'] },
  toys: { paint: toys, palettes: ['meadow', 'candy', 'sky', 'mint', 'violetDay', 'saffron'] },
} satisfies Record<string, Family>

export type SceneName = keyof typeof families
export const sceneNames = Object.keys(families) as SceneName[]

export interface PaintedScene {
  readonly palette: Palette
  readonly layers: readonly Layer[]
}

/** The palette a seed gets in a family, unless one is asked for. */
export function scenePalette(scene: SceneName, seed: string, requested?: string): Palette {
  if (requested !== undefined) return paletteNamed(requested)
  return pickPalette(randomFrom(seedOf(`palette of ${seed}`)), families[scene].palettes)
}

export function paintScene(options: {
  readonly scene: SceneName
  readonly seed: string
  readonly w: number
  readonly h: number
  readonly calm: 'top' | 'bottom'
  readonly focus: number
  readonly palette?: string
  readonly subject?: string
}): PaintedScene {
  const palette = scenePalette(options.scene, options.seed, options.palette)
  const family: Family = families[options.scene]
  return { palette, layers: family.paint(makeInk({ ...options, palette })) }
}
