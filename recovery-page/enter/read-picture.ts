import decodeQR from 'qr/decode.js'

/** Tried one after the other: a large photograph is read sooner when it is smaller, a fine code only when it is not. */
const SIDES = [1_200, 2_400, 600]
const TIME_LIMIT_MS = 1_500

/** The text of the QR code in a picture. @returns `null`: there is none that can be read */
export async function readPicture(file: Blob): Promise<string | null> {
  const picture = await createImageBitmap(file).catch(() => null)
  if (!picture) return null
  try {
    for (const side of SIDES) {
      const text = readCode(picture, picture.width, picture.height, side, TIME_LIMIT_MS)
      if (text !== null) return text
    }
    return null
  } finally {
    picture.close()
  }
}

/** @param side of the square that the picture is drawn into; no picture is made larger */
function readCode(
  source: CanvasImageSource,
  width: number,
  height: number,
  side: number,
  timeLimit?: number,
): string | null {
  const scale = Math.min(1, side / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return null
  // What is transparent is paper.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(source, 0, 0, canvas.width, canvas.height)
  try {
    const image = context.getImageData(0, 0, canvas.width, canvas.height)
    return decodeQR(image, timeLimit === undefined ? {} : { timeLimit })
  } catch {
    return null
  }
}

const SCAN_SIDE = 800
const SCAN_EVERY_MS = 150

/** Whether the browser lets a page like this one, which may be a file, ask for the camera. */
export const hasCamera = (): boolean => typeof navigator.mediaDevices?.getUserMedia === 'function'

/**
 * Looks for a code with the camera until it finds one or is stopped.
 *
 * @param video shows what the camera sees.
 * @returns `null`: it was stopped.
 * @throws DOMException when the person or the browser refuses the camera.
 */
export async function scanWithCamera(video: HTMLVideoElement, stopped: AbortSignal): Promise<string | null> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
  try {
    video.srcObject = stream
    await video.play()
    while (!stopped.aborted) {
      const text =
        video.videoWidth > 0 ? readCode(video, video.videoWidth, video.videoHeight, SCAN_SIDE) : null
      if (text !== null) return text
      await new Promise(resolve => setTimeout(resolve, SCAN_EVERY_MS))
    }
    return null
  } finally {
    for (const track of stream.getTracks()) track.stop()
    video.srcObject = null
  }
}
