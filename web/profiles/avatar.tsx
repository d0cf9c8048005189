/** The drawn picture of a profile. */
import type { Profile } from '#contract/accounts/profiles.ts'
import { classes } from '#web/ui/text/class-names.ts'
import styles from './avatar.module.css'

/** On a grid of 64. `ink` is drawn in the dark colour of the disc, `light` in white. */
const drawings: Readonly<Record<Profile['picture'], { readonly light: string; readonly ink: string }>> = {
  cat: {
    light: 'M16 14l10 8h12l10-8v22a16 14 0 0 1-32 0Z',
    ink: 'M25 33a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5ZM39 33a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5ZM29 41h6l-3 4ZM12 40l9 1v2l-9 1ZM52 40l-9 1v2l9 1Z',
  },
  fox: {
    light: 'M12 14l14 8h12l14-8-4 22-16 16-16-16Z',
    ink: 'M24 30a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5ZM40 30a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5ZM28 45h8l-4 6Z',
  },
  owl: {
    light: 'M16 12l8 6h16l8-6v24a16 17 0 0 1-32 0Z',
    ink: 'M24 25a6 6 0 1 0 0 12 6 6 0 0 0 0-12Zm0 3.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5ZM40 25a6 6 0 1 0 0 12 6 6 0 0 0 0-12Zm0 3.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5ZM29 37h6l-3 6Z',
  },
  bear: {
    light: 'M19 13a7 7 0 0 1 7 5.5h12a7 7 0 1 1 9.5 8.2A17 17 0 1 1 16.5 26.7 7 7 0 0 1 19 13Z',
    ink: 'M25 30a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5ZM39 30a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5ZM32 37a5 4 0 0 0-5 4c0 3 3 5 5 5s5-2 5-5a5 4 0 0 0-5-4Z',
  },
  hare: {
    light: 'M24 8c5 0 6 8 6 14h4c0-6 1-14 6-14s5 9 2 16a14 15 0 1 1-20 0c-3-7-3-16 2-16Z',
    ink: 'M27 33a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5ZM37 33a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5ZM29.5 41h5L32 44Z',
  },
  camel: {
    light:
      'M12 44c2-10 6-16 10-16 3 0 4 5 6 5s3-5 6-5c4 0 5 6 9 6 3 0 4-4 4-9l-3-1v-4l9-2 3 4-3 4c0 12-4 18-8 20v8h-4v-7H24v7h-4v-9Z',
    ink: 'M49 21.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3Z',
  },
  stork: {
    light: 'M22 12a8 8 0 0 1 8 8v8c10-2 18 2 22 10-8 0-12 6-20 6-8 0-14-6-14-14 0-4 2-6 2-10l-10-2Z',
    ink: 'M23 17a2 2 0 1 0 0 4 2 2 0 0 0 0-4ZM30 44h2.5v12H30ZM36 43h2.5v13H36ZM40 34c4-1 8 0 12 4-5 0-8 2-11 4Z',
  },
  melon: {
    light: 'M32 14c12 0 20 9 20 19s-8 19-20 19-20-9-20-19 8-19 20-19Z',
    ink: 'M31 10h2.5v6H31ZM24 16c-5 11-5 23 0 34h2.5c-5-11-5-23 0-34ZM40 16c5 11 5 23 0 34h-2.5c5-11 5-23 0-34ZM31 15h2v37h-2Z',
  },
  star: {
    light: 'M50 32l-5.3 5.3v7.4h-7.4L32 50l-5.3-5.3h-7.4v-7.4L14 32l5.3-5.3v-7.4h7.4L32 14l5.3 5.3h7.4v7.4Z',
    ink: 'M32 26a6 6 0 1 0 0 12 6 6 0 0 0 0-12Z',
  },
  rocket: {
    light:
      'M32 8c8 6 11 14 11 22v10H21V30c0-8 3-16 11-22ZM19 32v16l-7 4V42ZM45 32v16l7 4V42ZM26 43h12l-2 8-4 5-4-5Z',
    ink: 'M32 21a5 5 0 1 0 0 10 5 5 0 0 0 0-10Z',
  },
  ball: {
    light: 'M32 12a20 20 0 1 0 0 40 20 20 0 0 0 0-40Z',
    ink: 'M32 24l8 6-3 9H27l-3-9ZM31 12h2v9h-2ZM45 47l-6-7 1.5-1 6 7ZM19 47l6-7-1.5-1-6 7ZM13 28l9 2.5-.5 2-9-2.5ZM51 28l-9 2.5.5 2 9-2.5Z',
  },
  book: {
    light: 'M10 16c8-2 16-1 21 3v31c-5-4-13-5-21-3ZM54 16c-8-2-16-1-21 3v31c5-4 13-5 21-3Z',
    ink: 'M15 23c4-1 8-.5 11 1.5v2.5c-3-2-7-2.5-11-1.5ZM15 31c4-1 8-.5 11 1.5V35c-3-2-7-2.5-11-1.5ZM49 23c-4-1-8-.5-11 1.5v2.5c3-2 7-2.5 11-1.5ZM49 31c-4-1-8-.5-11 1.5V35c3-2 7-2.5 11-1.5Z',
  },
}

/** A colour's disc and its ink. */
const colours: Readonly<Record<Profile['colour'], { readonly disc: string; readonly ink: string }>> = {
  turquoise: { disc: '#0f6f6b', ink: '#0f6f6b' },
  saffron: { disc: '#b5701a', ink: '#8a5210' },
  pomegranate: { disc: '#b03a35', ink: '#8f2a26' },
  cotton: { disc: '#6d8391', ink: '#4b5d69' },
  lapis: { disc: '#2f5fb3', ink: '#234a8f' },
  pistachio: { disc: '#5f8a3a', ink: '#456a26' },
}

export type Face = Pick<Profile, 'picture' | 'colour'>

/** Decorative: the name stands beside it or labels its control. Anything unknown is drawn as a star. */
export function Avatar({
  face,
  className,
}: {
  readonly face: Face
  /** Sets its width and height. */
  readonly className: string | undefined
}) {
  const { light, ink } = drawings[face.picture] ?? drawings.star
  const colour = colours[face.colour] ?? colours.turquoise
  return (
    <svg className={classes(styles.avatar, className)} viewBox="0 0 64 64" aria-hidden="true">
      <circle cx="32" cy="32" r="32" fill={colour.disc} />
      <path d={light} fill="#f1f4f2" />
      <path d={ink} fill={colour.ink} fillRule="evenodd" />
    </svg>
  )
}

/** The colour of a profile's disc, `#rrggbb`. */
export function discOf(colour: Profile['colour']): string {
  return colours[colour].disc
}
