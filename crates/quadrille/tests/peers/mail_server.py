"""A mail server for tests, aiosmtpd: prints its port, then every mail as one line of JSON. Refuses as many mails first as its argument says."""
import asyncio
import json
import sys
from email import message_from_bytes, policy

from aiosmtpd.smtp import SMTP

refusals = int(sys.argv[1])


class Handler:
    async def handle_DATA(self, server, session, envelope):
        global refusals
        if refusals > 0:
            refusals -= 1
            return "451 not now"
        mail = message_from_bytes(envelope.content, policy=policy.default)
        found = {"from": envelope.mail_from, "to": envelope.rcpt_tos, "subject": mail["subject"], "text": mail.get_content()}
        print(json.dumps(found), flush=True)
        return "250 taken"


async def main():
    server = await asyncio.get_running_loop().create_server(lambda: SMTP(Handler()), "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


asyncio.run(main())
