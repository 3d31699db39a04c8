"""A TLS proxy for tests: prints its port and passes connections on. Arguments: certificate, key, host:port of the server."""
import asyncio
import ssl
import sys

certificate, key, target = sys.argv[1:]
host, port = target.rsplit(":", 1)


async def pump(reader, writer):
    try:
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    except OSError:
        pass
    writer.close()


async def serve(reader, writer):
    try:
        to_server = await asyncio.open_connection(host, int(port))
    except OSError:
        return writer.close()
    await asyncio.gather(pump(reader, to_server[1]), pump(to_server[0], writer))


async def main():
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate, key)
    server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=context)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


asyncio.run(main())
