/** Logo, attached to each mail: mail programs show no SVG, and fetch no remote picture by themselves. */
export const logo = {
  cid: 'palabre-logo',
  filename: 'palabre.png',
  contentType: 'image/png',
  contentDisposition: 'inline' as const,
  content: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAFAAAABQBAMAAAB8P++eAAAAMFBMVEVMaXHjmizjmSzjmizimSzbli3jmi3jmizjmizjmizjmi0XOS/AiS0sQy5NUi+Hbi7+V3AUAAAACnRSTlMAfkClFfsow+NXbQMH3wAAAAlwSFlzAAALEwAACxMBAJqcGAAAAf9JREFUSMft1r1PwkAUAPDyIchGnNQJFhOZSIwLE7ponJw7GOKicRJjDHHSBWMnMU5uWEvl0oQ/4ER2Im5OmDi5iH+BxGip0N7Hu+sNjr6N5pe73rvHe9W0/xhFfHvxcqEYqmoV5MXZnNRmDeTH3YyQJWYRFaclgSsgJsyMmnMltOY8AqLOux0ExhHrUjoMrQuVjYHNI0gYabUFmSWjSBJkMtdlsErAYxm0idwgaQQZmpbDEx9ey2FT+orfOv+SCcBt4efgR0l8LdYA3/OXk2SVjnqYhPtjOMXAYcfpY/wZPNgcwz1mQYy/qAVRYwxzNHSwG+0u8eSGh08fY/iCABjk2+q7r+awC/oZz5G7djz4hpB864FrXPhA/4Mmh9kgLwS3HzF+p493CxTPEONXjLtw+cSIZ63RkVmYh+q2B8BJ5capdPd56LfKAl1gLDT9wqXu0BqysOFDus5aLMxrcIk7DLSKgo7CwibRAJIymCenhiGGNtXNdsXwkO70hgjazGBaE8E828QLMDznpkLUgKAJTMSIwUMbHF0rBgvhEefuvkzDsngSZys+tMpX0sm+WjM8eBD6DaAZVr+t8+njQ/f6igIUXAj/+fHnMAHNVDDr9CAIg2b4oVPUHAiDdvi9/E4nhXR7sK4pwrQKjNGtQQatjKa2dVXxy3WppP3HJH4AduG5onHi4dIAAAAASUVORK5CYII=',
    'base64',
  ),
};
