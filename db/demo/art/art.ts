/** The pictures of the demo, every one painted by code and given as SVG. */
export { backdropSvg, episodeStillSvg, posterSvg } from './poster.ts'
export { channelLogoSvg } from './logo.ts'
export { portraitSvg } from './portrait.ts'
