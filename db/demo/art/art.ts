/** The pictures of the demo, all drawn by code and returned as SVG. */
export { backdropSvg, episodeStillSvg, posterSvg } from './poster.ts'
export { channelLogoSvg } from './logo.ts'
export { portraitSvg } from './portrait.ts'
