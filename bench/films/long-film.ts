/** Films of hours made of one clip that is repeated without encoding: minutes of work instead of hours. */
import { execFileSync } from 'node:child_process'
import { findMediaBinaries } from '#media/media.ts'

const { ffmpegPath } = findMediaBinaries({})

export function ffmpeg(...args: string[]): void {
  execFileSync(ffmpegPath, ['-v', 'error', '-nostdin', '-y', ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/** Seconds of a clip: whole video and audio frames, so that it can be repeated without a seam. */
export const clipSec = 40

/** Video from ffmpeg's own sources: one as hard to encode as any film, one easy to play. */
const pictures = {
  hard: { source: 'mandelbrot=size=1920x1080:rate=25,noise=alls=6:allf=t', megabits: 5 },
  easy: { source: 'testsrc2=size=1920x1080:rate=25', megabits: 2 },
}

/** H.264 of 1080 lines that needs no encoding, with audio at the loudness that films are normalised to. */
export function makeClip(path: string, picture: keyof typeof pictures, sound: 'aac' | 'ac3' = 'aac'): void {
  const { source, megabits } = pictures[picture]
  ffmpeg(
    ...['-f', 'lavfi', '-i', source],
    ...['-f', 'lavfi', '-i', 'anoisesrc=color=pink:sample_rate=48000:amplitude=0.5'],
    ...['-t', String(clipSec), '-af', 'loudnorm=I=-23:TP=-2,aresample=48000', '-ac', '2'],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-g', '50', '-pix_fmt', 'yuv420p'],
    ...['-b:v', `${megabits}M`, '-maxrate', `${megabits + 1}M`, '-bufsize', `${megabits + 1}M`],
    ...['-c:a', sound, '-b:a', '128k', path],
  )
}

/** `times` the clip, one after the other, without encoding. */
export function repeatClip(clip: string, times: number, target: string): void {
  // Each separately: together the video would wait at every seam for the last audio frame, and its frame rate would not
  // be constant.
  const again = ['-stream_loop', String(times - 1), '-i', clip]
  ffmpeg(...again, ...again, '-map', '0:v:0', '-map', '1:a:0', '-c', 'copy', '-shortest', target)
}
