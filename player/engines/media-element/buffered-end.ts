/** The end of the buffered range around the position, seconds. */
export function bufferedEnd({ buffered, currentTime }: HTMLVideoElement): number {
  for (let index = 0; index < buffered.length; index += 1)
    if (buffered.start(index) <= currentTime + 0.2 && currentTime <= buffered.end(index))
      return buffered.end(index)
  return currentTime
}
