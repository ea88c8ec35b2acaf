/** Instructions for sending files to the upload directory of the organization. */
export function UploadDirectory() {
  return (
    <section aria-labelledby="uploads">
      <h2 id="uploads">Upload directory</h2>
      <p>
        Programs put files into the upload directory of the organization by FTP: the user is <code>api</code>, the
        password an API key of the list above. An import then names the file. The FTP server is off unless an operator
        has set <code>FTP=true</code>; it listens at the port 2121 if no other one is set.
      </p>
      <p>
        <code>
          curl -T people.csv ftp://{location.hostname}:2121/ <span>--user "api:API_KEY"</span>
        </code>
      </p>
    </section>
  );
}
