/** Requests of electron-updater through Node. Its own use Chromium's network, which Parley blocks (`page/block-network.ts`). */
import http from 'node:http'
import https from 'node:https'
import {
  configureRequestOptions,
  configureRequestUrl,
  HttpExecutor,
  type DownloadOptions
} from 'builder-util-runtime'

export class NodeHttpExecutor extends HttpExecutor<http.ClientRequest> {
  createRequest(
    options: http.RequestOptions,
    callback: (response: http.IncomingMessage) => void
  ): http.ClientRequest {
    return (options.protocol === 'http:' ? http : https).request(options, callback)
  }

  /** As electron-updater's own. The sum is checked while the file is written. */
  async download(url: URL, destination: string, options: DownloadOptions): Promise<string> {
    return await options.cancellationToken.createPromise<string>((resolve, reject, onCancel) => {
      const request: http.RequestOptions = { headers: options.headers ?? undefined }
      configureRequestUrl(url, request)
      configureRequestOptions(request)
      // It passes undefined where its types say null.
      const callback = (error?: Error | null) =>
        error instanceof Error ? reject(error) : resolve(destination)
      this.doDownload(request, { destination, options, onCancel, callback, responseHandler: null }, 0)
    })
  }
}
