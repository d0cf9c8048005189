import type { ProbedVideo } from '#media/ladder/source-probe.ts'

/** A Full HD video of 25 frames a second as ffprobe reports it, unless `over` says otherwise. */
export function buildProbedVideo(over: Partial<ProbedVideo> = {}): ProbedVideo {
  return {
    index: 0,
    codec: 'h264',
    width: 1920,
    height: 1080,
    pixelAspect: 1,
    rotationDeg: 0,
    claimedFrameRate: 25,
    averageFrameRate: 25,
    bitDepth: 8,
    pixelFormat: 'yuv420p',
    profile: 'High',
    level: 40,
    transfer: 'sdr',
    progressive: true,
    interlaced: false,
    attachedPicture: false,
    isDefault: true,
    ...over,
  }
}
